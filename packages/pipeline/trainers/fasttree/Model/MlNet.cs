using System.Reflection;
using Microsoft.ML.Trainers.FastTree;

namespace Riftline.FastTree.Model;

/// <summary>What ML.NET does not publish: its version without build details, and hidden members.</summary>
internal static class MlNet
{
    public static string Version { get; } =
        typeof(RegressionTreeBase).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    /// <summary>The values that LightGBM's trees take for NaN; null where NaN goes right.</summary>
    public static float[]? DefaultValueForMissing(RegressionTreeBase tree)
    {
        object inner = Hidden(tree, "_tree");
        var field = inner.GetType().GetField("DefaultValueForMissing") ?? throw new InvalidOperationException("this ML.NET has no DefaultValueForMissing");
        return ((float[]?)field.GetValue(inner))?[..tree.NumberOfNodes];
    }

    /// <summary>Value of a field or property that is not public.</summary>
    public static object Hidden(object target, string name)
    {
        const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;
        for (var type = target.GetType(); type is not null; type = type.BaseType)
            if ((type.GetField(name, Any)?.GetValue(target) ?? type.GetProperty(name, Any)?.GetValue(target)) is { } value) return value;
        throw new InvalidOperationException($"this ML.NET has no {target.GetType().Name}.{name}");
    }
}
