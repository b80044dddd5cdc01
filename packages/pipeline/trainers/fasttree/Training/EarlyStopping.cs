namespace Riftline.FastTree.Training;

internal static class EarlyStopping
{
    /// <summary>
    /// The number of trees where the loss was least when it had not improved for `rounds` trees. Only multiples of `step` count: a bag is trained whole.
    /// Example: losses 0.7, 0.6, 0.65, 0.65, 0.5 and 2 rounds give 2; with 0 rounds all 5.
    /// </summary>
    public static int BestNumberOfTrees(IReadOnlyList<double> losses, int rounds, int step)
    {
        int last = losses.Count - losses.Count % step;
        if (rounds == 0 || last == 0) return losses.Count;
        int best = step;
        for (int trees = 2 * step; trees <= last && trees - best <= rounds; trees += step)
            if (losses[trees - 1] < losses[best - 1]) best = trees;
        return best;
    }
}
