//! Arbitrary bytes as a model: reading never panics, errors can be printed, and an accepted model is unchanged after writing
//! and reading it again.

use std::collections::BTreeMap;

use synovia_mjcf::parse_file;

/// The files of an input, separated by zero bytes: the model, then `a.xml`, `b.xml` and so on for includes and attached
/// models.
pub fn files(data: &[u8]) -> BTreeMap<String, &[u8]> {
    let names = ["m.xml", "a.xml", "b.xml", "c.xml", "d.xml"];
    let parts = data.splitn(names.len(), |&byte| byte == 0);
    names.map(str::to_owned).into_iter().zip(parts).collect()
}

/// The target.
pub fn run(data: &[u8]) {
    let files = files(data);
    match parse_file("m.xml", &files) {
        Err(errors) => assert!(!errors.to_string().is_empty()),
        Ok(spec) => {
            let written = spec.to_xml();
            let mut again = files.clone();
            again.insert("m.xml".to_owned(), written.as_bytes());
            match parse_file("m.xml", &again) {
                Ok(spec) => assert_eq!(spec.to_xml(), written),
                Err(errors) => panic!("{errors}\n{written}"),
            }
        }
    }
}
