using Microsoft.ML;
using Riftline.FastTree.Input;
using Riftline.FastTree.Model;
using Riftline.FastTree.Output;
using Riftline.FastTree.Training;

const string Usage = "usage: fasttree train TABLE.csv PARAMETERS.json OUT.json [--zip OUT.zip] | train-all JOBS.json | export MODEL.zip OUT.json [--rows ROWS.csv]";

try
{
    var ml = new MLContext();
    return args switch
    {
        ["train", var table, var parameters, var dump] => Train(table, parameters, dump, null),
        ["train", var table, var parameters, var dump, "--zip", var zip] => Train(table, parameters, dump, zip),
        ["train-all", var jobs] => new JobRunner(ml).RunAll(Job.ReadAll(jobs)) ? 0 : Failed("some jobs failed, see their lines"),
        ["export", var zip, var dump] => Export(zip, dump, null),
        ["export", var zip, var dump, "--rows", var rows] => Export(zip, dump, rows),
        _ => Failed(Usage),
    };

    int Train(string table, string parameters, string dump, string? zip)
    {
        new JobRunner(ml).Run(new Job(table, Job.ReadParameters(parameters), dump, zip));
        return 0;
    }

    int Export(string zip, string dump, string? rowsFile)
    {
        var saved = TimeLimit.Run(zip, () => SavedModel.Load(ml, zip));
        var rows = rowsFile is null ? null : RowsReader.Read(rowsFile, saved.Model);
        File.WriteAllBytes(dump, TimeLimit.Run(zip, () => DumpWriter.ToBytes(saved.Model, null, rows is null ? null : new Verification(rows, saved.Score(ml, rows)))));
        return 0;
    }
}
catch (Exception e) when (e is InputException or IOException or UnauthorizedAccessException)
{
    return Failed(e.Message);
}

static int Failed(string message)
{
    Console.Error.WriteLine($"fasttree: {message}");
    return 2;
}
