using Microsoft.ML;
using Microsoft.ML.Calibrators;
using Microsoft.ML.Data;
using Microsoft.ML.Trainers.FastTree;
using Riftline.FastTree.Input;
using Riftline.FastTree.Model;

namespace Riftline.FastTree.Training;

/// <summary>The model to write, and how it came about. StopLogLoss is null without stop rows.</summary>
internal sealed record TrainedModel(
    BinaryPredictionTransformer<CalibratedModelParametersBase<FastTreeBinaryModelParameters, PlattCalibrator>> Transformer,
    Table Table, Parameters Parameters, int BestNumberOfTrees, double? StopLogLoss)
{
    public TreeModel ToTreeModel() => new([Part.From(Transformer.Model, null)], null, Table.FeatureNames, Table.FeatureNames.Count);

    /// <summary>ML.NET's own scores of rows.</summary>
    public Scores Score(MLContext ml, IEnumerable<double[]> rows)
    {
        var view = Transformer.Transform(ExampleView.ForScoring(ml, Table.FeatureNames, rows));
        return new Scores([.. view.GetColumn<float>("Score").Select(score => new[] { score })], [.. view.GetColumn<float>("Probability")]);
    }

    public void Save(MLContext ml, string path) =>
        ml.Model.Save(Transformer, ExampleView.ForScoring(ml, Table.FeatureNames, []).Schema, path);
}
