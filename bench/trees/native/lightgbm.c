/* Calls LightGBM's C API on one thread: PredictForMat and PredictForMatSingleRowFast, for sparse rows PredictForCSR
   and PredictForCSRSingleRow (PredictForCSRSingleRowFastInit of 4.6 and 4.7 takes its predict type for the start iteration).
   Arguments after those of passes.h: LIBRARY MODEL.txt. With LABELS.f64 ITERATIONS PARAMETERS DUMP.json it trains that model
   on the rows instead. Declarations follow LightGBM's include/LightGBM/c_api.h. */
#include "passes.h"

enum { FLOAT32 = 0, FLOAT64 = 1, INT32 = 2, ROW_MAJOR = 1, RAW_SCORE = 1, ALL_ITERATIONS = -1 };
static const char *const PARAMETERS = "num_threads=1 verbosity=-1";

static int (*create)(const char *path, int *iterations, void **booster);
static int (*predict)(void *booster, const void *data, int type, int32_t rows, int32_t columns, int is_row_major,
                      int predict_type, int start, int iterations, const char *parameters, int64_t *length,
                      double *result);
static int (*fast_init)(void *booster, int predict_type, int start, int iterations, int type, int32_t columns,
                        const char *parameters, void **config);
static int (*fast)(void *config, const void *data, int64_t *length, double *result);
typedef int (*predict_sparse_t)(void *booster, const void *offsets, int offset_type, const int32_t *indices,
                                const void *values, int type, int64_t offset_count, int64_t cells, int64_t columns,
                                int predict_type, int start, int iterations, const char *parameters, int64_t *length,
                                double *result);
static predict_sparse_t predict_sparse, predict_sparse_row;
static int (*table)(const void *data, int type, int32_t rows, int32_t columns, int is_row_major,
                    const char *parameters, void *reference, void **dataset);
static int (*table_sparse)(const void *offsets, int offset_type, const int32_t *indices, const void *values, int type,
                           int64_t offset_count, int64_t cells, int64_t columns, const char *parameters,
                           void *reference, void **dataset);
static int (*set_field)(void *dataset, const char *name, const void *data, int count, int type);
static int (*create_training)(void *dataset, const char *parameters, void **booster);
static int (*update)(void *booster, int *is_finished);
static int (*save)(void *booster, int start, int iterations, int importance, const char *path);
static int (*dump)(void *booster, int start, int iterations, int importance, int64_t size, int64_t *length, char *text);
static const char *(*last_error)(void);

static void *booster, *config;
static problem_t problem;

static void check(int result) {
  if (result != 0) fail(last_error());
}

static void score_batch(int32_t from, int32_t count, double *scores) {
  int64_t length;
  check(predict(booster, problem.rows + (int64_t)from * problem.features, FLOAT64, count, problem.features, ROW_MAJOR,
                RAW_SCORE, 0, ALL_ITERATIONS, PARAMETERS, &length, scores));
}

static void score_row(int32_t row, double *scores) {
  int64_t length;
  check(fast(config, problem.rows + (int64_t)row * problem.features, &length, scores));
}

/* Offsets count from the first cell of all rows, so a call of later rows needs no others. */
static void score_sparse_batch(int32_t from, int32_t count, double *scores) {
  int64_t length;
  check(predict_sparse(booster, problem.offsets + from, INT32, problem.indices, problem.values, FLOAT64, count + 1,
                       problem.offsets[problem.count], problem.features, RAW_SCORE, 0, ALL_ITERATIONS, PARAMETERS,
                       &length, scores));
}

static void score_sparse_row(int32_t row, double *scores) {
  int64_t length;
  const int32_t first = problem.offsets[row], cells = problem.offsets[row + 1] - first;
  const int32_t offsets[] = {0, cells};
  check(predict_sparse_row(booster, offsets, INT32, problem.indices + first, problem.values + first, FLOAT64, 2, cells,
                           problem.features, RAW_SCORE, 0, ALL_ITERATIONS, PARAMETERS, &length, scores));
}

static void write_dump(const char *path) {
  int64_t length;
  check(dump(booster, 0, ALL_ITERATIONS, 0, 0, &length, NULL));
  char *text = (char *)allocate(length / 8 + 1);
  check(dump(booster, 0, ALL_ITERATIONS, 0, length, &length, text));
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(text, 1, (size_t)length - 1, file) != (size_t)length - 1) fail("cannot write the dump");
  fclose(file);
}

static void train(const char *model, const char *labels, int iterations, const char *parameters, const char *dump_path) {
  void *dataset;
  if (problem.rows == NULL) {
    check(table_sparse(problem.offsets, INT32, problem.indices, problem.values, FLOAT64, problem.count + 1,
                       problem.offsets[problem.count], problem.features, parameters, NULL, &dataset));
  } else {
    check(table(problem.rows, FLOAT64, problem.count, problem.features, ROW_MAJOR, parameters, NULL, &dataset));
  }
  check(set_field(dataset, "label", to_floats(read_doubles(labels, 0, problem.count), problem.count), problem.count, FLOAT32));
  check(create_training(dataset, parameters, &booster));
  int is_finished = 0;
  for (int i = 0; i < iterations && !is_finished; i++) check(update(booster, &is_finished));
  check(save(booster, 0, ALL_ITERATIONS, 0, model));
  write_dump(dump_path);
}

int main(int argc, char **argv) {
  problem = read_problem(argc, argv);
  if (argc != 7 && argc != 11) fail("expected LIBRARY MODEL.txt [LABELS.f64 ITERATIONS PARAMETERS DUMP.json]");
  void *library = open_library(argv[5]);
  *(void **)&create = symbol(library, "LGBM_BoosterCreateFromModelfile");
  *(void **)&predict = symbol(library, "LGBM_BoosterPredictForMat");
  *(void **)&fast_init = symbol(library, "LGBM_BoosterPredictForMatSingleRowFastInit");
  *(void **)&fast = symbol(library, "LGBM_BoosterPredictForMatSingleRowFast");
  *(void **)&predict_sparse = symbol(library, "LGBM_BoosterPredictForCSR");
  *(void **)&predict_sparse_row = symbol(library, "LGBM_BoosterPredictForCSRSingleRow");
  *(void **)&table = symbol(library, "LGBM_DatasetCreateFromMat");
  *(void **)&table_sparse = symbol(library, "LGBM_DatasetCreateFromCSR");
  *(void **)&set_field = symbol(library, "LGBM_DatasetSetField");
  *(void **)&create_training = symbol(library, "LGBM_BoosterCreate");
  *(void **)&update = symbol(library, "LGBM_BoosterUpdateOneIter");
  *(void **)&save = symbol(library, "LGBM_BoosterSaveModel");
  *(void **)&dump = symbol(library, "LGBM_BoosterDumpModel");
  *(void **)&last_error = symbol(library, "LGBM_GetLastError");
  if (argc == 11) {
    train(argv[6], argv[7], atoi(argv[8]), argv[9], argv[10]);
    return 0;
  }
  int iterations;
  check(create(argv[6], &iterations, &booster));
  if (problem.rows == NULL) return serve(&problem, score_sparse_batch, score_sparse_row);
  check(fast_init(booster, RAW_SCORE, 0, ALL_ITERATIONS, FLOAT64, problem.features, PARAMETERS, &config));
  return serve(&problem, score_batch, score_row);
}
