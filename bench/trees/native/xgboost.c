/* Calls XGBoost's C API on one thread, the fastest way that it has: XGBoosterPredictFromDense ("inplace") with a proxy matrix that all
   calls share, on rows that are float32 beforehand. For one row a matrix made in the call takes three times as long, and
   XGBoosterPredictFromDMatrix on a matrix of the row six times.
   Arguments after those of passes.h: LIBRARY MODEL.json. With LABELS.f64 ITERATIONS PARAMETERS DUMP.json it trains that model
   on the rows instead. Declarations follow XGBoost's include/xgboost/c_api.h. */
#include <math.h>

#include "passes.h"

static const char *const MARGIN =
    "{\"type\":1,\"training\":false,\"iteration_begin\":0,\"iteration_end\":0,\"strict_shape\":false,\"missing\":NaN,"
    "\"cache_id\":0}";

static int (*create)(void *const matrices[], uint64_t count, void **booster);
static int (*set)(void *booster, const char *name, const char *value);
static int (*load)(void *booster, const char *path);
static int (*predict)(void *booster, const char *rows, const char *config, void *matrix, const uint64_t **shape,
                      uint64_t *dimensions, const float **result);
static int (*create_proxy)(void **matrix);
static int (*table)(const float *rows, uint64_t count, uint64_t columns, float missing, void **matrix);
static int (*set_labels)(void *matrix, const char *name, const float *values, uint64_t count);
static int (*update)(void *booster, int iteration, void *matrix);
static int (*save)(void *booster, const char *path);
static int (*dump)(void *booster, const char *names, int with_stats, const char *format, uint64_t *count,
                   const char ***trees);
static const char *(*last_error)(void);

static void *booster, *proxy;
static problem_t problem;
static float *cells;

static void check(int result) {
  if (result != 0) fail(last_error());
}

static void score_batch(int32_t from, int32_t count, double *scores) {
  char rows[128];
  const uint64_t *shape;
  uint64_t dimensions;
  const float *result;
  snprintf(rows, sizeof rows, "{\"data\":[%llu,true],\"shape\":[%d,%d],\"typestr\":\"<f4\",\"version\":3}",
           (unsigned long long)(uintptr_t)(cells + (int64_t)from * problem.features), count, problem.features);
  check(predict(booster, rows, MARGIN, proxy, &shape, &dimensions, &result));
  for (int64_t i = 0; i < (int64_t)count * problem.outputs; i++) scores[i] = result[i];
}

static void score_row(int32_t row, double *scores) { score_batch(row, 1, scores); }

static void write_dump(const char *path) {
  uint64_t count;
  const char **trees;
  check(dump(booster, "", 0, "json", &count, &trees));
  FILE *file = fopen(path, "wb");
  if (file == NULL) fail("cannot write the dump");
  for (uint64_t t = 0; t < count; t++) fprintf(file, "%s%s", t == 0 ? "[" : ",\n", trees[t]);
  fputs("]", file);
  fclose(file);
}

/* Sets parameters of the form "name=value name=value". */
static void set_parameters(char *parameters) {
  for (char *name = strtok(parameters, "= "); name != NULL; name = strtok(NULL, "= ")) {
    check(set(booster, name, strtok(NULL, " ")));
  }
}

static void train(const char *model, const char *labels, int iterations, char *parameters, const char *dump_path) {
  void *matrix;
  check(table(cells, problem.count, problem.features, NAN, &matrix));
  check(set_labels(matrix, "label", to_floats(read_doubles(labels, 0, problem.count), problem.count), problem.count));
  check(create(&matrix, 1, &booster));
  set_parameters(parameters);
  for (int i = 0; i < iterations; i++) check(update(booster, i, matrix));
  check(save(booster, model));
  write_dump(dump_path);
}

int main(int argc, char **argv) {
  problem = read_problem(argc, argv);
  if (argc != 7 && argc != 11) fail("expected LIBRARY MODEL.json [LABELS.f64 ITERATIONS PARAMETERS DUMP.json]");
  cells = to_floats(problem.rows, (int64_t)problem.count * problem.features);
  void *library = open_library(argv[5]);
  *(void **)&create = symbol(library, "XGBoosterCreate");
  *(void **)&set = symbol(library, "XGBoosterSetParam");
  *(void **)&load = symbol(library, "XGBoosterLoadModel");
  *(void **)&predict = symbol(library, "XGBoosterPredictFromDense");
  *(void **)&create_proxy = symbol(library, "XGProxyDMatrixCreate");
  *(void **)&table = symbol(library, "XGDMatrixCreateFromMat");
  *(void **)&set_labels = symbol(library, "XGDMatrixSetFloatInfo");
  *(void **)&update = symbol(library, "XGBoosterUpdateOneIter");
  *(void **)&save = symbol(library, "XGBoosterSaveModel");
  *(void **)&dump = symbol(library, "XGBoosterDumpModelEx");
  *(void **)&last_error = symbol(library, "XGBGetLastError");
  if (argc == 11) {
    train(argv[6], argv[7], atoi(argv[8]), argv[9], argv[10]);
    return 0;
  }
  check(create(NULL, 0, &booster));
  check(load(booster, argv[6]));
  check(set(booster, "nthread", "1"));
  check(create_proxy(&proxy));
  return serve(&problem, score_batch, score_row);
}
