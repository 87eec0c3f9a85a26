/// A date and time of the proleptic Gregorian calendar, in UTC.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int

    /// `nil` outside of 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, the range of a Timestamp.
    init?(secondsSince1970: Int64) {
        guard JSONTime.timestamps.contains(secondsSince1970) else { return nil }
        let second = Int((secondsSince1970 % 86400 + 86400) % 86400)
        // Days since 0000-03-01, so that the leap day is the last of its year.
        let days = Int((secondsSince1970 - Int64(second)) / 86400) + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        hour = second / 3600
        minute = second / 60 % 60
        self.second = second % 60
    }
}
