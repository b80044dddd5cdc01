using System.Text.Json;

namespace Riftline.FastTree.Input;

/// <summary>One model to train: its table and parameters, and the files to write. At least Out or Scores.</summary>
internal sealed record Job(string Table, Parameters Parameters, string? Out = null, string? Zip = null, string? Scores = null)
{
    /// <summary>JOBS.json: an array of { table, parameters (inline or a path), out?, zip?, scores? }.</summary>
    public static IReadOnlyList<Job> ReadAll(string path) =>
        [.. StrictJson.Read<Form?[]>(path).Select((form, i) => (form ?? throw new InputException($"{path}: $[{i}]: null")).ToJob($"{path}: $[{i}]"))];

    private sealed record Form
    {
        public required string Table { get; init; }
        public required JsonElement Parameters { get; init; }
        public string? Out { get; init; }
        public string? Zip { get; init; }
        public string? Scores { get; init; }

        public Job ToJob(string place)
        {
            if (Out is null && Scores is null) throw new InputException($"{place}: expected 'out' or 'scores'");
            var parameters = Parameters.ValueKind is JsonValueKind.String ? ReadParameters(Parameters.GetString()!)
                : StrictJson.Read<Parameters>(Parameters, $"{place}.parameters").Checked($"{place}.parameters");
            return new Job(Table, parameters, Out, Zip, Scores);
        }
    }

    public static Parameters ReadParameters(string path) => StrictJson.Read<Parameters>(path).Checked(path);
}
