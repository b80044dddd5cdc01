namespace Riftline.FastTree.Input;

/// <summary>Rows with an outcome. Features are float32, NaN where a value is missing.</summary>
internal sealed record LabelledRows(IReadOnlyList<float[]> Features, IReadOnlyList<bool> Labels, IReadOnlyList<float> Weights)
{
    public int Count => Features.Count;

    public int CountWithMissing() => Features.Count(row => row.Any(float.IsNaN));

    public LabelledRows Followed(LabelledRows by) => new([.. Features, .. by.Features], [.. Labels, .. by.Labels], [.. Weights, .. by.Weights]);
}

/// <summary>One feature table. Verify rows stay doubles, as they were written: a reader of the dump rounds them itself.</summary>
internal sealed record Table(IReadOnlyList<string> FeatureNames, LabelledRows Train, LabelledRows Stop, IReadOnlyList<double[]> Verify);
