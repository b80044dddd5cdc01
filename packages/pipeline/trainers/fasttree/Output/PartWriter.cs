using System.Text.Json;
using Microsoft.ML.Calibrators;
using Microsoft.ML.Trainers.FastTree;
using Riftline.FastTree.Model;

namespace Riftline.FastTree.Output;

/// <summary>Writes the keys "ensemble" (or "gam") and "calibrator".</summary>
internal static class PartWriter
{
    public static void Write(Utf8JsonWriter json, Part part, int featureCount)
    {
        if (part.Parameters is GamModelParametersBase gam) Gam(json, gam, featureCount);
        else Ensemble(json, part);
        Calibrator(json, part.Calibrator);
    }

    private static void Ensemble(Utf8JsonWriter json, Part part)
    {
        var (bias, weights, trees) = part.Ensemble;
        json.WriteStartObject("ensemble");
        json.Double("Bias", bias);
        json.Array("TreeWeights", weights, json.Double);
        json.Array("Trees", trees, tree => Tree(json, tree));
        json.WriteEndObject();
    }

    private static void Tree(Utf8JsonWriter json, RegressionTreeBase tree)
    {
        var nodes = Enumerable.Range(0, tree.NumberOfNodes);
        bool categorical = tree.CategoricalSplitFlags.Any(flag => flag);
        json.WriteStartObject();
        json.WriteNumber("NumberOfNodes", tree.NumberOfNodes);
        json.WriteNumber("NumberOfLeaves", tree.NumberOfLeaves);
        json.Array("LeftChild", tree.LeftChild, json.WriteNumberValue);
        json.Array("RightChild", tree.RightChild, json.WriteNumberValue);
        json.Array("NumericalSplitFeatureIndexes", tree.NumericalSplitFeatureIndexes, json.WriteNumberValue);
        json.Array("NumericalSplitThresholds", tree.NumericalSplitThresholds, json.Single);
        json.Array("CategoricalSplitFlags", tree.CategoricalSplitFlags, json.WriteBooleanValue);
        json.Array("LeafValues", tree.LeafValues, json.Double);
        json.Array("CategoricalSplitFeatures", categorical ? nodes.Select(tree.GetCategoricalSplitFeaturesAt) : null, list => json.Array(list, json.WriteNumberValue));
        json.Array("CategoricalSplitFeatureRanges", categorical ? nodes.Select(tree.GetCategoricalCategoricalSplitFeatureRangeAt) : null, list => json.Array(list, json.WriteNumberValue));
        json.Array("DefaultValueForMissing", MlNet.DefaultValueForMissing(tree), json.Single);
        json.WriteEndObject();
    }

    /// <summary>One shape function per feature, null where a feature has none. Private fields: the public getters miss trailing features.</summary>
    private static void Gam(Utf8JsonWriter json, GamModelParametersBase gam, int featureCount)
    {
        var (bounds, effects) = ((double[][])MlNet.Hidden(gam, "_binUpperBounds"), (double[][])MlNet.Hidden(gam, "_binEffects"));
        var shapeOf = (Dictionary<int, int>)MlNet.Hidden(gam, "_inputFeatureToShapeFunctionMap");
        json.WriteStartObject("gam");
        json.Double("Bias", gam.Bias);
        json.Array("ShapeFunctions", Enumerable.Range(0, featureCount), feature =>
        {
            if (!shapeOf.TryGetValue(feature, out int shape)) { json.WriteNullValue(); return; }
            json.WriteStartObject();
            json.Array("BinUpperBounds", bounds[shape], json.Double);
            json.Array("BinEffects", effects[shape], json.Double);
            json.WriteEndObject();
        });
        json.WriteEndObject();
    }

    private static void Calibrator(Utf8JsonWriter json, PlattCalibrator? calibrator)
    {
        if (calibrator is null) { json.WriteNull("calibrator"); return; }
        json.WriteStartObject("calibrator");
        json.WriteString("type", "PlattCalibrator");
        json.Double("Slope", calibrator.Slope);
        json.Double("Offset", calibrator.Offset);
        json.WriteEndObject();
    }
}
