using System.Collections;
using Microsoft.ML;
using Microsoft.ML.Calibrators;
using Microsoft.ML.Data;
using Microsoft.ML.Trainers;
using Riftline.FastTree.Input;

namespace Riftline.FastTree.Model;

/// <summary>A pipeline that ML.NET saved, cut at its predictor.</summary>
internal sealed class SavedModel
{
    private readonly IReadOnlyList<ITransformer> _tail; // the predictor and, where present, a calibrator trained after it
    private readonly string _featureColumn;

    public TreeModel Model { get; }

    private SavedModel(TreeModel model, IReadOnlyList<ITransformer> tail, string featureColumn) => (Model, _tail, _featureColumn) = (model, tail, featureColumn);

    public static SavedModel Load(MLContext ml, string zip)
    {
        var chain = Flatten(ml.Model.Load(zip, out var schema)).ToArray();
        int at = Array.FindLastIndex(chain, step => step is ISingleFeaturePredictionTransformer<object> { Model: not ICalibrator });
        if (at < 0) throw new InputException("the pipeline holds no predictor");
        var predictor = (ISingleFeaturePredictionTransformer<object>)chain[at];
        var later = LaterCalibrator(chain[(at + 1)..]);
        string? formula = null;
        IEnumerable<object> parts = [predictor.Model];
        if (predictor.Model is OneVersusAllModelParameters classes) // closed in the public API
        {
            parts = ((IEnumerable)MlNet.Hidden(classes, "SubModelParameters")).Cast<object>();
            formula = MlNet.Hidden(MlNet.Hidden(classes, "_impl"), "OutputFormula").ToString();
        }
        string[]? names = schema is null ? null : SlotNames(chain[..at], schema, predictor.FeatureColumnName);
        int count = ((VectorDataViewType)predictor.FeatureColumnType).Size;
        return new SavedModel(new TreeModel([.. parts.Select(part => Part.From(part, later))], formula, names, count), chain[at..], predictor.FeatureColumnName);
    }

    /// <summary>ML.NET's own scores of rows, each cell rounded to float32.</summary>
    public Scores Score(MLContext ml, IEnumerable<double[]> rows)
    {
        var definition = SchemaDefinition.Create(typeof(FeatureVector));
        definition[0].ColumnName = _featureColumn;
        definition[0].ColumnType = new VectorDataViewType(NumberDataViewType.Single, Model.FeatureCount);
        var view = ml.Data.LoadFromEnumerable(rows.Select(row => new FeatureVector { Values = Array.ConvertAll(row, cell => (float)cell) }), definition);
        foreach (var step in _tail) view = step.Transform(view);
        return Model.Multiclass ? new Scores([.. view.GetColumn<float[]>("Score")], null)
            : new Scores([.. view.GetColumn<float>("Score").Select(score => new[] { score })], Model.Parts[0].Calibrator is null ? null : [.. view.GetColumn<float>("Probability")]);
    }

    /// <summary>Chains can nest.</summary>
    private static IEnumerable<ITransformer> Flatten(ITransformer model) => model is IEnumerable<ITransformer> many ? many.SelectMany(Flatten) : [model];

    private static ICalibrator? LaterCalibrator(ITransformer[] after) => after switch
    {
        [] => null,
        [ISingleFeaturePredictionTransformer<object> { Model: ICalibrator calibrator }] => calibrator,
        _ => throw new InputException($"unsupported step after the predictor: {after[0].GetType().Name}"),
    };

    /// <summary>Slot names of the feature column as the steps before the predictor produce it; null where they give none.</summary>
    private static string[]? SlotNames(ITransformer[] before, DataViewSchema schema, string featureColumn)
    {
        foreach (var step in before) schema = step.GetOutputSchema(schema);
        if (schema.GetColumnOrNull(featureColumn) is not { } column || !column.HasSlotNames()) return null;
        VBuffer<ReadOnlyMemory<char>> slots = default;
        column.GetSlotNames(ref slots);
        return [.. slots.DenseValues().Select(name => name.ToString())];
    }

    private sealed class FeatureVector
    {
        public float[] Values = [];
    }
}
