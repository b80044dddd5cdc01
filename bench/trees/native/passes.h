/* Process of a native contestant: serves the commands that child/serve.ts describes.
   Arguments: ROWS.f64 COUNT FEATURES OUTPUTS, then those of the contestant. */
#ifndef PASSES_H
#define PASSES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  const double *rows;
  int32_t count, features, outputs;
} problem_t;

/* Writes raw scores of `count` rows to `scores`. */
typedef void (*score_batch_t)(const double *rows, int32_t count, double *scores);
/* Writes raw scores of one row. */
typedef void (*score_row_t)(const double *row, double *scores);

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static double *allocate(int64_t count) {
  double *values = (double *)malloc(sizeof(double) * (size_t)count);
  if (values == NULL) fail("out of memory");
  return values;
}

static problem_t read_problem(int argc, char **argv) {
  if (argc < 5) fail("expected ROWS.f64 COUNT FEATURES OUTPUTS");
  problem_t problem;
  problem.count = atoi(argv[2]);
  problem.features = atoi(argv[3]);
  problem.outputs = atoi(argv[4]);
  const int64_t cells = (int64_t)problem.count * problem.features;
  double *rows = allocate(cells);
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL || fread(rows, sizeof(double), (size_t)cells, file) != (size_t)cells) fail("cannot read the rows");
  fclose(file);
  problem.rows = rows;
  return problem;
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
      score_batch(p->rows + (int64_t)r * p->features, p->count - r < size ? p->count - r : size,
                  scores + (int64_t)r * p->outputs);
    }
  } else if (strcmp(mode, "row") == 0) {
    for (int32_t r = 0; r < p->count; r++) {
      score_row(p->rows + (int64_t)r * p->features, scores + (int64_t)r * p->outputs);
    }
  } else if (strcmp(mode, "repeated") == 0) {
    for (int32_t r = 0; r < p->count; r++) score_row(p->rows, scores);
  } else if (strcmp(mode, "latency") == 0) {
    int64_t *times = (int64_t *)allocate(p->count);
    for (int32_t r = 0; r < p->count; r++) {
      const int64_t began = now();
      score_row(p->rows + (int64_t)r * p->features, scores + (int64_t)r * p->outputs);
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
