using Microsoft.ML.Calibrators;
using Microsoft.ML.Trainers.FastTree;
using Riftline.FastTree.Input;

namespace Riftline.FastTree.Training;

/// <summary>
/// Weighted mean log-loss on the stop rows after 1, 2, … all trees of an ensemble. Probability and score as ML.NET computes them:
/// 1 / (1 + exp(slope × score + offset)), where score is the float32 of the double sum of leaves.
/// Cost: trees × rows × depth. Example: leaves that sum to 0 give log 2 = 0.6931.
/// </summary>
internal static class StopCurve
{
    public static IReadOnlyList<double> Of(RegressionTreeEnsemble ensemble, PlattCalibrator calibrator, LabelledRows rows)
    {
        var sums = new double[rows.Count];
        double totalWeight = rows.Weights.Sum(weight => (double)weight);
        var curve = new List<double>(ensemble.Trees.Count);
        foreach (var tree in ensemble.Trees)
        {
            var walk = new TreeWalk(tree);
            double loss = 0;
            for (int i = 0; i < sums.Length; i++)
            {
                sums[i] += walk.Leaf(rows.Features[i]);
                double exponent = calibrator.Slope * (float)sums[i] + calibrator.Offset;
                loss += rows.Weights[i] * LogOfOnePlusExp(rows.Labels[i] ? exponent : -exponent);
            }
            curve.Add(loss / totalWeight);
        }
        return curve;
    }

    /// <summary>log(1 + exp(x)) without overflow.</summary>
    private static double LogOfOnePlusExp(double x) => Math.Max(x, 0) + Math.Log(1 + Math.Exp(-Math.Abs(x)));

    /// <summary>Numeric splits only: this trainer never asks for categorical ones. NaN &lt;= threshold is false, so a missing value goes right.</summary>
    private readonly struct TreeWalk(RegressionTreeBase tree)
    {
        private readonly int[] _left = [.. tree.LeftChild], _right = [.. tree.RightChild], _feature = [.. tree.NumericalSplitFeatureIndexes];
        private readonly float[] _threshold = [.. tree.NumericalSplitThresholds];
        private readonly double[] _leaf = [.. tree.LeafValues];

        public double Leaf(float[] row)
        {
            int node = 0;
            while (node >= 0) node = row[_feature[node]] <= _threshold[node] ? _left[node] : _right[node];
            return _leaf[~node];
        }
    }
}
