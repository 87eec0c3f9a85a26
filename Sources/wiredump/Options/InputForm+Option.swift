public import ArgumentParser
public import WireInspect

extension InputForm: ExpressibleByArgument {}
