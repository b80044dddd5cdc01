using System.Globalization;
using Riftline.FastTree.Input;

namespace Riftline.FastTree.Model;

/// <summary>ROWS.csv of the export command: a header with one name per feature slot, then one number a cell.</summary>
internal static class RowsReader
{
    public static IReadOnlyList<double[]> Read(string path, TreeModel model)
    {
        var lines = File.ReadAllLines(path);
        if (lines.Length == 0) throw new InputException($"{path}: empty, expected a header line");
        var header = lines[0].Split(',');
        if (header.Length != model.FeatureCount) throw new InputException($"{path}: {header.Length} columns, the model has {model.FeatureCount} features");
        if (model.FeatureNames is not null && !header.SequenceEqual(model.FeatureNames)) throw new InputException($"{path}: the header differs from the model's feature names");
        return [.. lines.Skip(1).Select((line, i) => Parse(line, $"{path}:{i + 2}", header.Length))];
    }

    private static double[] Parse(string line, string place, int count)
    {
        var cells = line.Split(',');
        if (cells.Length != count) throw new InputException($"{place}: {cells.Length} cells, expected {count}");
        return Array.ConvertAll(cells, cell => cell switch
        {
            "" or "NaN" => double.NaN,
            "Infinity" => double.PositiveInfinity,
            "-Infinity" => double.NegativeInfinity,
            _ => double.TryParse(cell, NumberStyles.Float, CultureInfo.InvariantCulture, out double value) ? value
                : throw new InputException($"{place}: not a number: '{cell}'"),
        });
    }
}
