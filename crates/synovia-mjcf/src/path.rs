//! Paths in the format: text with slashes, the same on every system.

/// Whether the path is absolute: `/…`, `\…`, `C:/…` or `scheme:/…`.
pub fn is_absolute(path: &str) -> bool {
    root(path) > 0
}

/// Length of the root of an absolute path: `/`, `C:\`, `scheme:/`.
fn root(path: &str) -> usize {
    if path.starts_with(['/', '\\']) {
        return 1;
    }
    let drive = path.find(":/").or_else(|| path.find(":\\"));
    drive.map_or(0, |at| at + 2)
}

/// `path` relative to `dir`; an absolute path is not changed. `.` and `..` are resolved.
pub fn join(dir: &str, path: &str) -> String {
    if dir.is_empty() || is_absolute(path) {
        return fold(path);
    }
    let slash = if dir.ends_with(['/', '\\']) { "" } else { "/" };
    fold(&format!("{dir}{slash}{path}"))
}

/// The path without `.`, and without `..` after a directory.
fn fold(path: &str) -> String {
    let root = root(path);
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path[root..].split(['/', '\\']).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." if !last => {}
            ".." if !last && kept.last().is_some_and(|k| *k != "..") => {
                kept.pop();
            }
            _ => kept.push(part),
        }
    }
    format!("{}{}", &path[..root], kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_join_and_fold() {
        assert_eq!(join("", "a.xml"), "a.xml");
        assert_eq!(join("models/", "./sub/../a.xml"), "models/a.xml");
        assert_eq!(join("models", "../a.xml"), "a.xml");
        assert_eq!(join("models", "../../a.xml"), "../a.xml");
        assert_eq!(join("models", "/a.xml"), "/a.xml");
        assert_eq!(join("models", "C:\\a.xml"), "C:\\a.xml");
        assert_eq!(join("", "C:\\x\\..\\y\\a.xml"), "C:\\y/a.xml");
        assert_eq!(join("/m/n/", "a.xml"), "/m/n/a.xml");
    }
}
