using System.Text.Json;

namespace Riftline.FastTree.Input;

/// <summary>Where training rows with a missing value go.</summary>
internal enum MissingRule
{
    /// <summary>Right at every split, as the scorer sends NaN.</summary>
    Right,
    /// <summary>Out: ML.NET's own behaviour.</summary>
    Skip,
}

/// <summary>PARAMETERS.json. Up to MaximumTreeOutput the names and defaults of FastTreeBinaryTrainer.Options; Seed feeds both of its seeds.</summary>
internal sealed record Parameters
{
    public int Seed { get; init; } = 123;
    public int NumberOfTrees { get; init; } = 100;
    public int NumberOfLeaves { get; init; } = 20;
    public int MinimumExampleCountPerLeaf { get; init; } = 10;
    public double LearningRate { get; init; } = 0.2;
    public double Shrinkage { get; init; } = 1;
    public double FeatureFraction { get; init; } = 1;
    public double FeatureFractionPerSplit { get; init; } = 1;
    public int BaggingSize { get; init; }
    public double BaggingExampleFraction { get; init; } = 0.7;
    public int MaximumBinCountPerFeature { get; init; } = 255;
    public double EntropyCoefficient { get; init; }
    public double GainConfidenceLevel { get; init; }
    public double FeatureFirstUsePenalty { get; init; }
    public double FeatureReusePenalty { get; init; }
    public double SoftmaxTemperature { get; init; }
    public double Smoothing { get; init; }
    public bool UnbalancedSets { get; init; }
    public double MaximumTreeOutput { get; init; } = 100;

    public MissingRule Missing { get; init; } = MissingRule.Right;
    /// <summary>Trees without a better stop log-loss before the search for the best number ends; 0: keep all trees.</summary>
    public int EarlyStoppingRounds { get; init; } = 50;
    /// <summary>Train again on train and stop rows with the number of trees found.</summary>
    public bool Refit { get; init; } = true;

    /// <summary>Refuses what ML.NET would not refuse, or not clearly.</summary>
    public Parameters Checked(string place)
    {
        Require(NumberOfTrees >= 1, nameof(NumberOfTrees), "1 or more", NumberOfTrees);
        Require(NumberOfLeaves is >= 2 and <= 65_536, nameof(NumberOfLeaves), "2 to 65536", NumberOfLeaves);
        Require(MinimumExampleCountPerLeaf >= 1, nameof(MinimumExampleCountPerLeaf), "1 or more", MinimumExampleCountPerLeaf);
        Require(LearningRate > 0, nameof(LearningRate), "a positive number", LearningRate);
        Require(FeatureFraction is > 0 and <= 1, nameof(FeatureFraction), "above 0, at most 1", FeatureFraction);
        Require(FeatureFractionPerSplit is > 0 and <= 1, nameof(FeatureFractionPerSplit), "above 0, at most 1", FeatureFractionPerSplit);
        Require(BaggingSize >= 0, nameof(BaggingSize), "0 or more", BaggingSize);
        Require(BaggingSize == 0 || NumberOfTrees % BaggingSize == 0, nameof(NumberOfTrees), $"a multiple of baggingSize {BaggingSize}", NumberOfTrees);
        Require(BaggingExampleFraction is > 0 and <= 1, nameof(BaggingExampleFraction), "above 0, at most 1", BaggingExampleFraction);
        Require(MaximumBinCountPerFeature >= 2, nameof(MaximumBinCountPerFeature), "2 or more", MaximumBinCountPerFeature);
        Require(EarlyStoppingRounds >= 0, nameof(EarlyStoppingRounds), "0 or more", EarlyStoppingRounds);
        return this;

        void Require(bool holds, string name, string expected, double got)
        {
            if (!holds) throw new InputException($"{place}: {JsonNamingPolicy.CamelCase.ConvertName(name)}: expected {expected}, got {got}");
        }
    }
}
