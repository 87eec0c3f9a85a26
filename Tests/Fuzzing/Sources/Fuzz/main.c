// The executable's main is libFuzzer's, which calls what EntryPoint.swift exports. This target is one of C, as debug builds
// rename the main of Swift's.
