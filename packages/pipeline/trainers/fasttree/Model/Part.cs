using Microsoft.ML.Calibrators;
using Microsoft.ML.Trainers;
using Microsoft.ML.Trainers.FastTree;
using Riftline.FastTree.Input;

namespace Riftline.FastTree.Model;

/// <summary>One tree ensemble or additive model, with its calibrator where it has one.</summary>
internal sealed record Part(ModelParametersBase<float> Parameters, PlattCalibrator? Calibrator)
{
    public string Kind => Parameters.GetType().Name;

    public (double Bias, IReadOnlyList<double> Weights, IReadOnlyList<RegressionTreeBase> Trees) Ensemble => Parameters switch
    {
        TreeEnsembleModelParametersBasedOnRegressionTree { TrainedTreeEnsemble: var e } => (e.Bias, e.TreeWeights, e.Trees),
        TreeEnsembleModelParametersBasedOnQuantileRegressionTree { TrainedTreeEnsemble: var e } => (e.Bias, e.TreeWeights, e.Trees),
        _ => throw new InvalidOperationException($"{Kind} has no trees"),
    };

    /// <summary>Splits a model into parameters and calibrator; refuses what the JSON schema has no form for.</summary>
    /// <param name="model">The model of a prediction transformer, calibrated or not.</param>
    /// <param name="later">A calibrator that was trained as a step of its own.</param>
    public static Part From(object model, ICalibrator? later)
    {
        var (inner, calibrator) = model switch
        {
            CalibratedModelParametersBase when later is not null => throw new InputException("calibrated twice"),
            CalibratedModelParametersBase calibrated => (calibrated.SubModel, calibrated.Calibrator),
            _ => (model, later),
        };
        if (calibrator is not (null or PlattCalibrator)) throw new InputException($"unsupported calibrator {calibrator.GetType().Name}, only PlattCalibrator has a JSON form");
        if (inner is not (TreeEnsembleModelParameters or GamModelParametersBase)) throw new InputException($"unsupported model {inner.GetType().Name}, expected FastTree, FastForest, Gam or LightGBM");
        return new Part((ModelParametersBase<float>)inner, (PlattCalibrator?)calibrator);
    }
}
