/* Calls the functions that lleaves compiled. Arguments: those of passes.h.
   `forest_blocks` takes blocks of trees one after the other, its choice for batches; `forest_whole` has one block of all
   trees, its choice for single rows. */
#include "passes.h"

extern void forest_blocks(const double *rows, double *scores, int32_t from, int32_t to);
extern void forest_whole(const double *rows, double *scores, int32_t from, int32_t to);

static void score_batch(const double *rows, int32_t count, double *scores) {
  if (count == 1) forest_whole(rows, scores, 0, 1);
  else forest_blocks(rows, scores, 0, count);
}

static void score_row(const double *row, double *scores) { forest_whole(row, scores, 0, 1); }

int main(int argc, char **argv) {
  const problem_t problem = read_problem(argc, argv);
  return serve(&problem, score_batch, score_row);
}
