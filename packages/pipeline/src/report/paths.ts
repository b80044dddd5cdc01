/** Name of the report in the artifacts folder; the manifest does not list it. */
export const reportPath = 'REPORT.md'
