using Riftline.FastTree.Input;
using Riftline.FastTree.Model;

namespace Riftline.FastTree.Training;

/// <summary>The key "training" of a dump.</summary>
internal sealed record TrainingReport(string Trainer, string Version, Parameters Parameters, int BestNumberOfTrees,
    int TrainRows, int StopRows, int RowsWithMissing, double? StopLogLoss)
{
    public static TrainingReport Of(TrainedModel model) => new("Microsoft.ML.FastTree", MlNet.Version, model.Parameters, model.BestNumberOfTrees,
        model.Table.Train.Count, model.Table.Stop.Count, model.Table.Train.CountWithMissing() + model.Table.Stop.CountWithMissing(), model.StopLogLoss);
}
