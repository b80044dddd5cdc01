using Riftline.FastTree.Model;

namespace Riftline.FastTree.Output;

/// <summary>Rows with what ML.NET itself makes of them.</summary>
internal sealed record Verification(IReadOnlyList<double[]> Rows, Scores Scores);
