//! Which servers will do.

/// What is needed, in words. Older servers forget an `AUTO_INCREMENT` at a restart.
pub(super) const NEEDED: &str = "MariaDB 10.2.4 or MySQL 8.0";

/// Whether a server of this version will do.
pub(super) fn is_new_enough(version: &str) -> bool {
    let mut numbers =
        version.split(|symbol: char| !symbol.is_ascii_digit()).map_while(|number| number.parse::<u32>().ok());
    let found = [numbers.next(), numbers.next(), numbers.next()].map(Option::unwrap_or_default);
    found >= if version.to_ascii_lowercase().contains("mariadb") { [10, 2, 4] } else { [8, 0, 0] }
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (version, expected) in [
            ("10.11.19-MariaDB-0+deb12u1", true),
            ("10.2.4-MariaDB", true),
            ("10.2.3-MariaDB-log", false),
            ("5.5.68-MariaDB", false),
            ("11.8.2-MariaDB", true),
            ("8.0.11", true),
            ("8.0.mysql_aurora.3.04.0", true),
            ("8.4.3-commercial", true),
            ("9.1.0", true),
            ("5.7.44-log", false),
            ("", false),
        ] {
            assert_eq!(is_new_enough(version), expected, "{version}");
        }
    }
}
