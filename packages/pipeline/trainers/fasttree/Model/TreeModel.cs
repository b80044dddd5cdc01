using Microsoft.ML.Trainers;
using Microsoft.ML.Trainers.FastTree;

namespace Riftline.FastTree.Model;

/// <summary>What ML.NET said about rows: one score each (one per class for a multiclass model) and, for a calibrated model, probabilities.</summary>
internal sealed record Scores(float[][] Score, float[]? Probability);

/// <summary>A model of the FastTree family in the terms of the JSON schema.</summary>
/// <param name="Parts">One part, or one per class.</param>
/// <param name="OutputFormula">How a multiclass model combines its parts; null for any other model.</param>
internal sealed record TreeModel(IReadOnlyList<Part> Parts, string? OutputFormula, IReadOnlyList<string>? FeatureNames, int FeatureCount)
{
    public bool Multiclass => OutputFormula is not null;

    public string Kind => Multiclass ? nameof(OneVersusAllModelParameters) : Parts[0].Kind;

    public string Task => Multiclass ? "multiclass" : Kind.Contains("Binary") ? "binary" : Kind.Contains("Ranking") ? "ranking" : "regression";

    public string Aggregation => Kind is nameof(FastForestRegressionModelParameters) ? "average" : "sum";

    public string OutputTransform => Kind is nameof(FastTreeTweedieModelParameters) ? "exp" : "identity";
}
