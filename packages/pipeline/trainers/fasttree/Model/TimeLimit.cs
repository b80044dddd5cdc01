using Riftline.FastTree.Input;

namespace Riftline.FastTree.Model;

/// <summary>
/// Runs work on a file that may be damaged. ML.NET's reader waits for ever at the end of a file that claims more than it holds, and throws
/// whatever a wrong length or index leads to.
/// </summary>
internal static class TimeLimit
{
    public static T Run<T>(string file, Func<T> work)
    {
        if (!File.Exists(file)) throw new InputException($"{file}: no such file");
        var limit = TimeSpan.FromSeconds(20 + new FileInfo(file).Length / 1_000_000);
        T? result = default;
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try { result = work(); }
            catch (Exception e) { failure = e; }
        }) { IsBackground = true }; // the program can end without it
        thread.Start();
        if (!thread.Join(limit)) throw new InputException($"{file}: damaged: no result within {limit.TotalSeconds} seconds");
        return failure is null ? result! : throw new InputException($"{file}: {Cause(failure)}");
    }

    private static string Cause(Exception e) => e is InputException ? e.Message
        : $"damaged, or not a model of ML.NET: {e.GetBaseException().Message.ReplaceLineEndings(" ")}";
}
