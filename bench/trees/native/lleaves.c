/* Calls the functions that lleaves compiled. Arguments: those of passes.h.
   `forest_blocks` takes blocks of trees one after the other, its choice for batches; `forest_whole` has one block of all
   trees, its choice for single rows. */
#include "passes.h"

extern void forest_blocks(const double *rows, double *scores, int32_t from, int32_t to);
extern void forest_whole(const double *rows, double *scores, int32_t from, int32_t to);

static problem_t problem;

static const double *row_at(int32_t row) { return problem.rows + (int64_t)row * problem.features; }

static void score_batch(int32_t from, int32_t count, double *scores) {
  if (count == 1) forest_whole(row_at(from), scores, 0, 1);
  else forest_blocks(row_at(from), scores, 0, count);
}

static void score_row(int32_t row, double *scores) { forest_whole(row_at(row), scores, 0, 1); }

int main(int argc, char **argv) {
  problem = read_problem(argc, argv);
  return serve(&problem, score_batch, score_row);
}
