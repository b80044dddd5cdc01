using System.Text.Json;
using Riftline.FastTree.Input;
using Riftline.FastTree.Model;
using Riftline.FastTree.Training;

namespace Riftline.FastTree.Output;

/// <summary>Writes the mlnet-fasttree JSON, version 1.</summary>
internal static class DumpWriter
{
    public static byte[] ToBytes(TreeModel model, TrainingReport? training, Verification? verification)
    {
        var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes)) Document(json, model, training, verification);
        return bytes.ToArray();
    }

    private static void Document(Utf8JsonWriter json, TreeModel model, TrainingReport? training, Verification? verification)
    {
        json.WriteStartObject();
        json.WriteString("format", "mlnet-fasttree");
        json.WriteNumber("formatVersion", 1);
        json.WriteStartObject("producer");
        json.WriteString("mlnetVersion", MlNet.Version);
        json.WriteString("exporter", "riftline fasttree 1");
        json.WriteEndObject();
        json.WriteString("modelType", model.Kind);
        json.WriteString("task", model.Task);
        json.WriteNumber("numberOfFeatures", model.FeatureCount);
        json.Array("featureNames", model.FeatureNames, json.WriteStringValue);
        json.WriteString("aggregation", model.Aggregation);
        json.WriteString("outputTransform", model.OutputTransform);
        if (model.Multiclass) SubModels(json, model);
        else PartWriter.Write(json, model.Parts[0], model.FeatureCount);
        if (model.Task is "binary") json.WriteNumber("decisionThreshold", 0);
        if (training is not null)
        {
            json.WritePropertyName("training");
            JsonSerializer.Serialize(json, training, StrictJson.Options);
        }
        if (verification is not null) Rows(json, model, verification);
        json.WriteEndObject();
    }

    private static void SubModels(Utf8JsonWriter json, TreeModel model)
    {
        json.WriteString("outputFormula", model.OutputFormula);
        json.Array("subModels", model.Parts, part =>
        {
            json.WriteStartObject();
            json.WriteString("modelType", part.Kind);
            PartWriter.Write(json, part, model.FeatureCount);
            json.WriteEndObject();
        });
    }

    private static void Rows(Utf8JsonWriter json, TreeModel model, Verification verification)
    {
        var (rows, scores) = verification;
        json.WriteStartObject("verification");
        json.Array("rows", rows, row => json.Array(row, json.Double));
        if (model.Multiclass) json.Array("Score", scores.Score, row => json.Array(row, json.Single));
        else json.Array("Score", scores.Score, row => json.Single(row[0]));
        if (scores.Probability is not null) json.Array("Probability", scores.Probability, json.Single);
        json.WriteEndObject();
    }
}
