using Microsoft.ML;
using Microsoft.ML.Data;
using Riftline.FastTree.Input;

namespace Riftline.FastTree.Training;

/// <summary>Rows in memory as the view that ML.NET reads, with named feature slots.</summary>
internal static class ExampleView
{
    // Not infinity: ML.NET drops such rows. The bounds between this and any real value lie far beyond what a feature reaches.
    private const float BeyondEveryValue = float.MaxValue;

    /// <summary>
    /// Rows to train on. ML.NET skips rows with NaN when it trains but sends NaN right at every split when it scores, since NaN &lt;= threshold is
    /// false. A value beyond every threshold goes right too: so trained, a missing value means what it will mean.
    /// </summary>
    public static IDataView ForTraining(MLContext ml, IReadOnlyList<string> names, LabelledRows rows, MissingRule missing) =>
        View(ml, names, Enumerable.Range(0, rows.Count).Select(i => new Example
        {
            Label = rows.Labels[i],
            Weight = rows.Weights[i],
            Features = missing is MissingRule.Right ? Filled(rows.Features[i]) : rows.Features[i],
        }));

    public static IDataView ForScoring(MLContext ml, IReadOnlyList<string> names, IEnumerable<double[]> rows) =>
        View(ml, names, rows.Select(row => new Example { Features = Array.ConvertAll(row, value => (float)value) }));

    private static float[] Filled(float[] row) =>
        row.Any(float.IsNaN) ? Array.ConvertAll(row, value => float.IsNaN(value) ? BeyondEveryValue : value) : row;

    private static IDataView View(MLContext ml, IReadOnlyList<string> names, IEnumerable<Example> examples)
    {
        var definition = SchemaDefinition.Create(typeof(Example));
        var features = definition[nameof(Example.Features)];
        features.ColumnType = new VectorDataViewType(NumberDataViewType.Single, names.Count);
        var slots = new VBuffer<ReadOnlyMemory<char>>(names.Count, [.. names.Select(name => name.AsMemory())]);
        features.AddAnnotation("SlotNames", slots, new VectorDataViewType(TextDataViewType.Instance, names.Count));
        return ml.Data.LoadFromEnumerable(examples.ToArray(), definition);
    }

    /// <summary>ML.NET's default column names.</summary>
    internal sealed class Example
    {
        public bool Label;
        public float Weight;
        public float[] Features = [];
    }
}
