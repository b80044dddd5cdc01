// Trees as generated C++ (models/if-else.ts), called chunk after chunk of trees. Arguments: those of passes.h.
#include "passes.h"

// Adds the outputs of all trees of a chunk; one function for each generated file.
typedef void (*chunk_t)(const double *rows, int32_t count, double *scores);
extern const chunk_t chunks[];
extern const int chunk_count;

static problem_t problem;

static void score_batch(int32_t from, int32_t count, double *scores) {
  const double *rows = problem.rows + (int64_t)from * problem.features;
  memset(scores, 0, sizeof(double) * (size_t)count * (size_t)problem.outputs);
  for (int c = 0; c < chunk_count; c++) chunks[c](rows, count, scores);
}

static void score_row(int32_t row, double *scores) { score_batch(row, 1, scores); }

int main(int argc, char **argv) {
  problem = read_problem(argc, argv);
  return serve(&problem, score_batch, score_row);
}
