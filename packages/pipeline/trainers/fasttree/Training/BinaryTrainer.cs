using Microsoft.ML;
using Microsoft.ML.Calibrators;
using Microsoft.ML.Data;
using Microsoft.ML.Trainers.FastTree;
using Riftline.FastTree.Input;
using Fitted = Microsoft.ML.Data.BinaryPredictionTransformer<Microsoft.ML.Calibrators.CalibratedModelParametersBase<Microsoft.ML.Trainers.FastTree.FastTreeBinaryModelParameters, Microsoft.ML.Calibrators.PlattCalibrator>>;

namespace Riftline.FastTree.Training;

/// <summary>Trains FastTree binary classifiers on one table.</summary>
internal sealed class BinaryTrainer(MLContext ml, Table table, Parameters parameters)
{
    /// <summary>
    /// ML.NET's own early stopping watches the error rate for a binary model, whatever metric is set. So: train all trees, take the best number
    /// of them by stop log-loss, train again. The trees do not depend on how many will follow, hence the shorter model is the longer one's beginning.
    /// </summary>
    public TrainedModel Train()
    {
        var first = Fit(table.Train, parameters.NumberOfTrees);
        if (table.Stop.Count == 0) return new TrainedModel(first, table, parameters, NumberOfTrees(first), null);
        var curve = StopCurve.Of(first.Model.SubModel.TrainedTreeEnsemble, first.Model.Calibrator, table.Stop);
        int best = EarlyStopping.BestNumberOfTrees(curve, parameters.EarlyStoppingRounds, Math.Max(1, parameters.BaggingSize));
        var final = parameters.Refit ? Fit(table.Train.Followed(table.Stop), best) : best < curve.Count ? Fit(table.Train, best) : first;
        return new TrainedModel(final, table, parameters, best, curve[best - 1]);
    }

    private Fitted Fit(LabelledRows rows, int numberOfTrees)
    {
        var view = ExampleView.ForTraining(ml, table.FeatureNames, rows, parameters.Missing);
        try
        {
            var fitted = ml.BinaryClassification.Trainers.FastTree(Options(numberOfTrees)).Fit(view);
            return NumberOfTrees(fitted) > 0 ? fitted : throw new InputException("no tree could be grown: no split leaves minimumExampleCountPerLeaf rows on both sides, or none improves");
        }
        catch (Exception e) when (e is InvalidOperationException or ArgumentException) { throw new InputException($"ML.NET cannot train: {e.Message}"); }
    }

    private FastTreeBinaryTrainer.Options Options(int numberOfTrees) => new()
    {
        ExampleWeightColumnName = nameof(ExampleView.Example.Weight),
        NumberOfThreads = 1, // sums in a fixed order: the same input gives the same model
        MemoryStatistics = false,
        Seed = parameters.Seed,
        FeatureSelectionSeed = parameters.Seed,
        NumberOfTrees = WholeBags(numberOfTrees),
        NumberOfLeaves = parameters.NumberOfLeaves,
        MinimumExampleCountPerLeaf = parameters.MinimumExampleCountPerLeaf,
        LearningRate = parameters.LearningRate,
        Shrinkage = parameters.Shrinkage,
        FeatureFraction = parameters.FeatureFraction,
        FeatureFractionPerSplit = parameters.FeatureFractionPerSplit,
        BaggingSize = parameters.BaggingSize,
        BaggingExampleFraction = parameters.BaggingExampleFraction,
        MaximumBinCountPerFeature = parameters.MaximumBinCountPerFeature,
        EntropyCoefficient = parameters.EntropyCoefficient,
        GainConfidenceLevel = parameters.GainConfidenceLevel,
        FeatureFirstUsePenalty = parameters.FeatureFirstUsePenalty,
        FeatureReusePenalty = parameters.FeatureReusePenalty,
        SoftmaxTemperature = parameters.SoftmaxTemperature,
        Smoothing = parameters.Smoothing,
        UnbalancedSets = parameters.UnbalancedSets,
        MaximumTreeOutput = parameters.MaximumTreeOutput,
    };

    /// <summary>Iterations that could grow no tree leave a number that ML.NET would refuse.</summary>
    private int WholeBags(int numberOfTrees) => parameters.BaggingSize == 0 ? numberOfTrees : (numberOfTrees + parameters.BaggingSize - 1) / parameters.BaggingSize * parameters.BaggingSize;

    private static int NumberOfTrees(Fitted fitted) => fitted.Model.SubModel.TrainedTreeEnsemble.Trees.Count;
}
