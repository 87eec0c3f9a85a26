import FleetWire

/// The token parser and check. Input: a token, as in the header `authorization`.
func fuzzToken(_ input: Span<UInt8>) {
    let text = String(decoding: input.array, as: UTF8.self)
    let token = FleetToken(text)
    _ = token.fittingRoles
    _ = token.values(of: "taskid")
    for time in [Int64?.none, 0, .min, .max] { _ = TokenCheck(authorization: text, time: time) }
}

/// Errors as people paste them. Input: context, text.
func fuzzExplanation(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let context = choices.one(of: [CallContext?.none] + CallContext.allCases)
    let explanation = Explanation(
        pasted: Explanation.pastedText(of: choices.rest.array), context: context, time: 1_700_000_000)
    expect(!explanation.lines.isEmpty, "an explanation without words")
}
