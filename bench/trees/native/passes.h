/* Process of a native contestant: serves the commands that child/serve.ts describes.
   Arguments: ROWS COUNT FEATURES OUTPUTS, then those of the contestant. The names of sparse rows end in .csr, see float-file.ts. */
#ifndef PASSES_H
#define PASSES_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  /* Dense rows; NULL if the rows are sparse. */
  const double *rows;
  /* Sparse rows: row r has the cells offsets[r] <= i < offsets[r + 1]. */
  const int32_t *offsets, *indices;
  const double *values;
  int32_t count, features, outputs;
} problem_t;

/* Writes raw scores of `count` rows from row `from` on to `scores`. */
typedef void (*score_batch_t)(int32_t from, int32_t count, double *scores);
/* Writes raw scores of one row. */
typedef void (*score_row_t)(int32_t row, double *scores);

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static double *allocate(int64_t count) {
  double *values = (double *)malloc(sizeof(double) * (size_t)count);
  if (values == NULL) fail("out of memory");
  return values;
}

/* Reads the `count` doubles of a file that follow the first `skip`. */
static double *read_doubles(const char *path, int64_t skip, int64_t count) {
  double *values = allocate(count);
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, (long)skip * 8, SEEK_SET) != 0) fail("cannot open a table");
  if (fread(values, sizeof(double), (size_t)count, file) != (size_t)count) fail("cannot read a table");
  fclose(file);
  return values;
}

static float *to_floats(const double *values, int64_t count) {
  float *floats = (float *)malloc(sizeof(float) * (size_t)count);
  for (int64_t i = 0; i < count; i++) floats[i] = (float)values[i];
  return floats;
}

static int32_t *read_integers(const char *path, int64_t skip, int64_t count) {
  double *values = read_doubles(path, skip, count);
  int32_t *integers = (int32_t *)malloc(sizeof(int32_t) * (size_t)count);
  for (int64_t i = 0; i < count; i++) integers[i] = (int32_t)values[i];
  free(values);
  return integers;
}

static void read_sparse(problem_t *problem, const char *path) {
  const int64_t all = *read_integers(path, 0, 1);
  const int32_t *offsets = read_integers(path, 1, all + 1);
  problem->offsets = offsets;
  problem->indices = read_integers(path, all + 2, offsets[problem->count]);
  problem->values = read_doubles(path, all + 2 + offsets[all], offsets[problem->count]);
}

static problem_t read_problem(int argc, char **argv) {
  if (argc < 5) fail("expected ROWS COUNT FEATURES OUTPUTS");
  problem_t problem = {.count = atoi(argv[2]), .features = atoi(argv[3]), .outputs = atoi(argv[4])};
  const size_t length = strlen(argv[1]);
  if (length > 4 && strcmp(argv[1] + length - 4, ".csr") == 0) read_sparse(&problem, argv[1]);
  else problem.rows = read_doubles(argv[1], 0, (int64_t)problem.count * problem.features);
  return problem;
}

static void *open_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (library == NULL) fail(dlerror());
  return library;
}

static void *symbol(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) fail(dlerror());
  return found;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void run(const problem_t *p, const char *mode, int32_t size, double *scores, score_batch_t score_batch,
                score_row_t score_row) {
  const int64_t start = now();
  if (strcmp(mode, "batch") == 0) {
    for (int32_t r = 0; r < p->count; r += size) {
      score_batch(r, p->count - r < size ? p->count - r : size, scores + (int64_t)r * p->outputs);
    }
  } else if (strcmp(mode, "row") == 0) {
    for (int32_t r = 0; r < p->count; r++) score_row(r, scores + (int64_t)r * p->outputs);
  } else if (strcmp(mode, "repeated") == 0) {
    for (int32_t r = 0; r < p->count; r++) score_row(0, scores);
  } else if (strcmp(mode, "latency") == 0) {
    int64_t *times = (int64_t *)allocate(p->count);
    for (int32_t r = 0; r < p->count; r++) {
      const int64_t began = now();
      score_row(r, scores + (int64_t)r * p->outputs);
      times[r] = now() - began;
    }
    qsort(times, (size_t)p->count, sizeof(int64_t), compare);
    printf("%lld %lld\n", (long long)times[p->count / 2], (long long)times[(int64_t)p->count * 99 / 100]);
    free(times);
    return;
  } else {
    fail("unknown mode");
  }
  printf("%lld\n", (long long)(now() - start));
}

static int serve(const problem_t *problem, score_batch_t score_batch, score_row_t score_row) {
  const int64_t cells = (int64_t)problem->count * problem->outputs;
  double *scores = allocate(cells);
  char line[4096], mode[32], path[4000];
  int size;
  printf("ready {}\n");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    const int fields = sscanf(line, "%31s %d %3999[^\n]", mode, &size, path);
    if (fields < 2) fail("expected MODE SIZE [PATH]");
    /* Old scores are erased, so that they cannot hide a pass that writes none; all bits set is NaN. */
    if (fields == 3) memset(scores, 255, sizeof(double) * (size_t)cells);
    run(problem, mode, size, scores, score_batch, score_row);
    if (fields == 3) {
      FILE *file = fopen(path, "wb");
      if (file == NULL || fwrite(scores, sizeof(double), (size_t)cells, file) != (size_t)cells) fail("cannot write scores");
      fclose(file);
    }
    fflush(stdout);
  }
  return 0;
}

#endif
