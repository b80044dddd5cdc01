using System.Globalization;

namespace Riftline.FastTree.Input;

/// <summary>Walks the cells of one line of a table and says where a bad one is.</summary>
internal ref struct CellReader(string line, string path, int number)
{
    private ReadOnlySpan<char> _rest = line;
    private bool _ended;

    public ReadOnlySpan<char> Next()
    {
        if (_ended) throw new InputException($"{path}:{number}: too few cells");
        int comma = _rest.IndexOf(',');
        var cell = comma < 0 ? _rest : _rest[..comma];
        if (comma < 0) _ended = true; else _rest = _rest[(comma + 1)..];
        return cell;
    }

    public bool Label()
    {
        var cell = Next();
        return cell is "1" || (cell is "0" ? false : throw Wrong("label", "0 or 1", cell));
    }

    public float Weight()
    {
        var cell = Next();
        return Number(cell, out double value) && (float)value > 0 ? (float)value : throw Wrong("weight", "a positive number", cell);
    }

    /// <summary>All remaining cells, one for each name.</summary>
    public double[] Rest(IReadOnlyList<string> names)
    {
        var values = new double[names.Count];
        for (int i = 0; i < values.Length; i++)
        {
            var cell = Next();
            if (cell.IsEmpty || cell is "NaN") values[i] = double.NaN;
            else if (!Number(cell, out values[i])) throw Wrong(names[i], "a number within float32, or nothing", cell);
        }
        return _ended ? values : throw new InputException($"{path}:{number}: more than {values.Length} features");
    }

    public readonly InputException Wrong(string column, string expected, ReadOnlySpan<char> got) =>
        new($"{path}:{number}: {column}: expected {expected}, got '{got}'");

    /// <summary>Finite as float32; ML.NET drops training rows that hold an infinity.</summary>
    private static bool Number(ReadOnlySpan<char> cell, out double value) =>
        double.TryParse(cell, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && float.IsFinite((float)value);
}
