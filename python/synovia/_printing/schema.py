"""The grammar of MJCF as text, as MuJoCo prints it."""

from synovia import _synovia

# column where attributes start, and line length after which a line is broken
_COLUMN, _WIDTH = 30, 60


def mj_printSchema(flg_html, flg_pad):
    """The grammar of MJCF: elements, how often each may occur (! once, ? at most once, * any number of times, R the same and
    recursively) and their attributes; as text, or with `flg_html` as an HTML table, indented by styles with `flg_pad`.

    - `flg_html`: bool; true for HTML, else plain text
    - `flg_pad`: bool; true pads the columns of HTML
    - returns str
    """
    return _table(bool(flg_pad)) if flg_html else _text()


def _text():
    lines = []
    for depth, tag, often, attributes in _synovia.grammar():
        line = f"{'   ' * depth}{tag} ({often})".ljust(_COLUMN)
        for k, name in enumerate(attributes):
            line += name + " "
            # a full line is broken before the next word
            if len(line) > _WIDTH and k + 1 < len(attributes):
                lines.append(line)
                line = " " * _COLUMN
        lines.append(line)
    return "\n".join(lines) + "\n"


def _table(pad):
    rows, nothing = [], '<span style="color:black"><i>no attributes</i></span>'
    for depth, tag, often, attributes in _synovia.grammar():
        style = f' style="padding-left:{5 + 15 * depth}"' if pad else ""
        words = "".join(word + " " for word in attributes)
        name = tag if pad else "&nbsp;&nbsp;&nbsp;&nbsp;" * depth + tag
        rows.append(
            f'<tr>\n\t<td{style} bgcolor="#EEEEEE" class="el">{name}</td>\n\t<td class="ty">{often}</td>\n'
            f'\t<td class="at">{words or nothing}</td>\n</tr>\n'
        )
    return f'<table border="1">\n{"".join(rows)}</table>\n'
