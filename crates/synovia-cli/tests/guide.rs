//! The commands in `docs/guide.md` work.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use support::{model, stderr, synovia};

#[test]
fn commands_of_the_guide_work() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let arm = model("arm.xml");
    let mut run = 0;
    for block in guide.split("```sh\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words[0], "synovia", "{line}");
            let word = |word: &&str| {
                if *word == "MODEL" {
                    arm.clone()
                } else {
                    (*word).to_owned()
                }
            };
            let args: Vec<String> = words[1..].iter().map(word).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let output = synovia(&args);
            assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
            run += 1;
        }
    }
    assert!(run >= 4);
}
