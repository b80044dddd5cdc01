using System.Globalization;
using System.Text.Json;
using Microsoft.ML;
using Riftline.FastTree.Input;
using Riftline.FastTree.Output;

namespace Riftline.FastTree.Training;

/// <summary>Trains the model of a job, writes its files and prints one JSON line.</summary>
internal sealed class JobRunner(MLContext ml)
{
    private const int VerificationRows = 300;

    private readonly TableReader _tables = new();

    /// <summary>All jobs, also after one that failed; says whether all went well.</summary>
    public bool RunAll(IEnumerable<Job> jobs)
    {
        bool allWell = true;
        foreach (var job in jobs)
        {
            try { Run(job); }
            catch (Exception e) when (e is InputException or IOException or UnauthorizedAccessException)
            {
                Print(new { job.Out, job.Scores, Error = e.Message });
                allWell = false;
            }
        }
        return allWell;
    }

    public void Run(Job job)
    {
        var table = _tables.Read(job.Table);
        if (job.Scores is not null && table.Verify.Count == 0) throw new InputException($"{job.Table}: no verify rows to score");
        var model = new BinaryTrainer(ml, table, job.Parameters).Train();
        if (job.Out is not null) WriteDump(job.Out, model);
        if (job.Zip is not null) model.Save(ml, job.Zip);
        if (job.Scores is not null)
            File.WriteAllLines(job.Scores, model.Score(ml, table.Verify).Score.Select(score => score[0].ToString(CultureInfo.InvariantCulture)));
        Print(new { job.Out, job.Scores, model.BestNumberOfTrees, model.StopLogLoss });
    }

    private void WriteDump(string path, TrainedModel model)
    {
        var rows = model.Table.Verify.Take(VerificationRows).ToArray();
        var verification = rows.Length == 0 ? null : new Verification(rows, model.Score(ml, rows));
        File.WriteAllBytes(path, DumpWriter.ToBytes(model.ToTreeModel(), TrainingReport.Of(model), verification));
    }

    private static void Print<T>(T line) => Console.WriteLine(JsonSerializer.Serialize(line, StrictJson.Options));
}
