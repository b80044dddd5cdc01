/* Calls LightGBM's C API on one thread: PredictForMat and PredictForMatSingleRowFast.
   Arguments after those of passes.h: LIBRARY MODEL.txt. Declarations follow LightGBM's include/LightGBM/c_api.h. */
#include <dlfcn.h>

#include "passes.h"

enum { FLOAT64 = 1, ROW_MAJOR = 1, RAW_SCORE = 1, ALL_ITERATIONS = -1 };
static const char *const PARAMETERS = "num_threads=1 verbosity=-1";

static int (*create)(const char *path, int *iterations, void **booster);
static int (*predict)(void *booster, const void *data, int type, int32_t rows, int32_t columns, int is_row_major,
                      int predict_type, int start, int iterations, const char *parameters, int64_t *length,
                      double *result);
static int (*fast_init)(void *booster, int predict_type, int start, int iterations, int type, int32_t columns,
                        const char *parameters, void **config);
static int (*fast)(void *config, const void *data, int64_t *length, double *result);
static const char *(*last_error)(void);

static void *booster, *config;
static problem_t problem;

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) fail(dlerror());
  return found;
}

static void score_batch(const double *rows, int32_t count, double *scores) {
  int64_t length;
  if (predict(booster, rows, FLOAT64, count, problem.features, ROW_MAJOR, RAW_SCORE, 0, ALL_ITERATIONS, PARAMETERS, &length,
              scores) != 0) {
    fail(last_error());
  }
}

static void score_row(const double *row, double *scores) {
  int64_t length;
  if (fast(config, row, &length, scores) != 0) fail(last_error());
}

int main(int argc, char **argv) {
  problem = read_problem(argc, argv);
  if (argc != 7) fail("expected LIBRARY MODEL.txt");
  void *library = dlopen(argv[5], RTLD_NOW);
  if (library == NULL) fail(dlerror());
  *(void **)&create = symbol(library, "LGBM_BoosterCreateFromModelfile");
  *(void **)&predict = symbol(library, "LGBM_BoosterPredictForMat");
  *(void **)&fast_init = symbol(library, "LGBM_BoosterPredictForMatSingleRowFastInit");
  *(void **)&fast = symbol(library, "LGBM_BoosterPredictForMatSingleRowFast");
  *(void **)&last_error = symbol(library, "LGBM_GetLastError");
  int iterations;
  if (create(argv[6], &iterations, &booster) != 0) fail(last_error());
  if (fast_init(booster, RAW_SCORE, 0, ALL_ITERATIONS, FLOAT64, problem.features, PARAMETERS, &config) != 0) {
    fail(last_error());
  }
  return serve(&problem, score_batch, score_row);
}
