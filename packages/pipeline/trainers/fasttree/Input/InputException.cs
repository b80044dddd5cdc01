namespace Riftline.FastTree.Input;

/// <summary>The input is at fault, not the program: one line on stderr, exit code 2, no stack trace.</summary>
internal sealed class InputException(string message) : Exception(message);
