/** Names of the files that only the pipeline reads; core has those of models, state and blend. */
export const baselinesPath = 'baselines.json'
export const gradedPath = 'graded.json'
export const recentPath = 'recent.json'
export const externalIdsPath = 'ids.json'
