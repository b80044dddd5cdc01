namespace Riftline.FastTree.Input;

/// <summary>
/// Reads TABLE.csv: a header "split,label,weight,feature,…", then one row a line. Quotes are not known, no cell needs them.
/// </summary>
internal sealed class TableReader
{
    private static readonly string[] s_fixedColumns = ["split", "label", "weight"];

    private readonly Dictionary<string, Table> _tables = [];

    /// <summary>The table at a path, read once: the jobs of one search share theirs.</summary>
    public Table Read(string path)
    {
        string key = Path.GetFullPath(path);
        if (!_tables.TryGetValue(key, out var table)) _tables[key] = table = Parse(path);
        return table;
    }

    private static Table Parse(string path)
    {
        using var reader = new StreamReader(path);
        var names = Header(reader.ReadLine() ?? throw new InputException($"{path}: empty, expected a header line"), path);
        RowCollector train = new(), stop = new();
        List<double[]> verify = [];
        for (int line = 2; reader.ReadLine() is { } text; line++)
        {
            if (text.Length == 0) continue;
            var cells = new CellReader(text, path, line);
            var split = cells.Next();
            if (split is not ("train" or "stop" or "verify")) throw cells.Wrong("split", "train, stop or verify", split);
            if (split is "verify")
            {
                cells.Next();
                cells.Next();
                verify.Add(cells.Rest(names));
            }
            else (split is "train" ? train : stop).Add(cells, names);
        }
        if (train.Labels.Distinct().Count() < 2) throw new InputException($"{path}: the train rows need both labels, 0 and 1");
        return new Table(names, train.ToRows(), stop.ToRows(), verify);
    }

    private static string[] Header(string line, string path)
    {
        var names = line.Split(',');
        if (!names.Take(s_fixedColumns.Length).SequenceEqual(s_fixedColumns)) throw new InputException($"{path}:1: expected the columns split,label,weight first");
        string[] features = names[s_fixedColumns.Length..];
        if (features.Length == 0) throw new InputException($"{path}:1: no feature columns");
        if (features.FirstOrDefault(string.IsNullOrWhiteSpace) is not null) throw new InputException($"{path}:1: a feature without a name");
        if (features.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { } twice) throw new InputException($"{path}:1: two columns '{twice.Key}'");
        return features;
    }

    /// <summary>Grows the labelled rows of one split.</summary>
    private sealed class RowCollector
    {
        private readonly List<float[]> _features = [];
        private readonly List<float> _weights = [];

        public List<bool> Labels { get; } = [];

        public void Add(CellReader cells, string[] names)
        {
            Labels.Add(cells.Label());
            _weights.Add(cells.Weight());
            // double first, then float32: what a reader in JavaScript does with the same text, Math.fround(Number(text))
            _features.Add(Array.ConvertAll(cells.Rest(names), value => (float)value));
        }

        public LabelledRows ToRows() => new(_features, Labels, _weights);
    }
}
