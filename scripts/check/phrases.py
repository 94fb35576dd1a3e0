"""Phrases that a reader has to decode, and what to write instead: `tidy` reports them in comments, strings and documents.

Only prose is searched: comments, documentation and string literals of Rust and Python, and whole Markdown files. A pattern is as
narrow as it must be to leave ordinary uses alone: `counts of warnings`, `there is no such body`, `stands for`, `people who`. Names in code, such as
`{who}` in a format string, are not prose.
"""

import io
import re
import tokenize

# people may be referred to by `who`
PEOPLE = "people user users those anyone everyone someone somebody reader readers author authors engineer engineers caller".split()
NOT_AFTER_PEOPLE = "".join(f"(?<!{word} )" for word in PEOPLE)
# `is no` begins a comparison, not a denial
COMPARED = "longer more less fewer different better worse larger smaller further later earlier faster slower".split()

PHRASES = [
    (
        r"\b(?:what|that|which|one|it|first|last|former|latter|alone|both|neither|nothing|they) counts?"
        r"(?=[.,;:)]|$| (?:for|here|there|where|if|only|as)\b)",
        "is used, applies, wins",
    ),
    (r"\bcounts? (?:as|for nothing|too|twice|alone)\b", "is treated as, is used"),
    (r"\b(?:is|are|was|were|be|been|being) (?:said|told)\b", "is specified, is reported"),
    (r"(?<![.`{])\btell(?:s|ing)?\b", "reports, prints, distinguishes"),
    (r"(?<![.`{])\btexts\b", "XML documents, strings, messages"),
    (r"\bletters\b", "characters, font"),
    (r"\bpictures? (?:a|per) second\b", "frames per second"),
    (r"(?<![/\w-])stands?\b(?! for\b)(?! in for\b)", "is, is placed"),
    (
        r"\b(?:lies?|lay) in\b(?! (?:a|the|one|its|this|that|their) (?:\w+ )?(?:plane|line|half-space)\b)",
        "is in",
    ),
    (NOT_AFTER_PEOPLE + r"(?<![`{$])\bwho(?:ever|m)?\b", "which, whatever"),
    (r"(?<!here )\b(?:is|are|was|were|be) no (?!" + "|".join(rf"{word}\b" for word in COMPARED) + ")", "is not a"),
    (r"\bof nothing\b", "is empty"),
    (r"(?<!here )\b(?:is|are|was|were) none\b", "is unset, is absent"),
    (r"\b(?:go|goes|going|went) on\b", "continues"),
    (r"\bleads? (?:nowhere|somewhere)\b", "is out of range, is in range"),
    (r"\bmelt(?:s|ed|ing)?\b", "fuses"),
    (r"\b(?:made|comes?|came|becomes?|became) of\b", "derived from, results from, consists of"),
    (r"\bbut for\b", "except for"),
    (r"\bis nowhere\b", "is missing"),
    (r"\ball else\b", "everything else"),
    (r"\bone \w+ an? (?:line|file|pair|row|step|finding)\b", "one … per …"),
    (r"\bnothing if it has none\b", "`None` if it has no …"),
]
PHRASES = [(re.compile(pattern), instead) for pattern, instead in PHRASES]

RUST_PROSE = re.compile(r'//[^\n]*|b?r(#*)".*?"\1|b?"(?:[^"\\]|\\.)*"|\'(?:[^\'\\\n]|\\[^\n]{1,10})\'', re.S)


def prose(suffix, text):
    """Pairs of a line's number and the prose that begins there. A string without a blank is a name, not prose."""
    if suffix == ".md":
        yield from enumerate(text.split("\n"), 1)
    elif suffix == ".rs":
        for found in RUST_PROSE.finditer(text):
            if not found[0].startswith("'") and " " in found[0]:
                yield text.count("\n", 0, found.start()) + 1, found[0]
    else:
        kinds = {tokenize.COMMENT, tokenize.STRING}
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in kinds and " " in token.string:
                yield token.start[0], token.string


def findings(suffix, text):
    """Triples of a line's number, the phrase that is there, and what to write instead."""
    for number, passage in prose(suffix, text):
        for offset, line in enumerate(passage.split("\n")):
            for pattern, instead in PHRASES:
                for found in pattern.finditer(line):
                    yield number + offset, found[0], instead
