using System.Text.Json;
using System.Text.Json.Serialization;

namespace Riftline.FastTree.Input;

/// <summary>JSON input in camelCase where an unknown, doubled or null key is an error.</summary>
internal static class StrictJson
{
    public static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        AllowDuplicateProperties = false,
        RespectNullableAnnotations = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    };

    public static T Read<T>(string path) => Checked(path, () => JsonSerializer.Deserialize<T>(File.ReadAllText(path), Options));

    public static T Read<T>(JsonElement element, string place) => Checked(place, () => element.Deserialize<T>(Options));

    private static T Checked<T>(string place, Func<T?> read)
    {
        try { return read() ?? throw new InputException($"{place}: null"); }
        catch (JsonException e) { throw new InputException($"{place}: {e.Message}"); }
    }
}
