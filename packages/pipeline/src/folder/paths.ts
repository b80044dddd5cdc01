/** Names of the files that only the pipeline reads; those of the models, the state and the blend are core's. */
export const baselinesPath = 'baselines.json'
export const gradedPath = 'graded.json'
export const recentPath = 'recent.json'
export const externalIdsPath = 'ids.json'
