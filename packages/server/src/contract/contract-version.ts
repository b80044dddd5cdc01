/** Of `/v1` as it stands in `openapi.json`. A change of that file needs a new one, or a line in the changelog. */
export const contractVersion: string = '1.0.0'
