using System.Text.Json;

namespace Riftline.FastTree.Output;

/// <summary>Numbers in the shortest form that reads back the same, NaN and infinities as strings; and arrays.</summary>
internal static class JsonValues
{
    public static void Single(this Utf8JsonWriter json, float value)
    {
        if (float.IsFinite(value)) json.WriteNumberValue(value); else json.WriteStringValue(Name(value));
    }

    public static void Double(this Utf8JsonWriter json, double value)
    {
        if (double.IsFinite(value)) json.WriteNumberValue(value); else json.WriteStringValue(Name(value));
    }

    public static void Double(this Utf8JsonWriter json, string key, double value)
    {
        json.WritePropertyName(key);
        json.Double(value);
    }

    /// <summary>An array under a key, or null.</summary>
    public static void Array<T>(this Utf8JsonWriter json, string key, IEnumerable<T>? items, Action<T> write)
    {
        json.WritePropertyName(key);
        if (items is null) json.WriteNullValue(); else json.Array(items, write);
    }

    public static void Array<T>(this Utf8JsonWriter json, IEnumerable<T> items, Action<T> write)
    {
        json.WriteStartArray();
        foreach (var item in items) write(item);
        json.WriteEndArray();
    }

    private static string Name(double value) => double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}
