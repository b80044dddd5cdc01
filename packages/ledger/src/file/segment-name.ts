/** A segment file: `journal-<epoch>-<sequence number of its first record>.rlj`. */
export interface SegmentName {
  readonly name: string
  readonly epoch: number
  readonly first: number
}

export function segmentName(epoch: number, first: number): SegmentName {
  return { name: `journal-${epoch}-${first}.rlj`, epoch, first }
}

/** The segments among the entries of a folder, in the order of their records; one without records before its successor. */
export function segmentsAmong(entries: readonly string[]): readonly SegmentName[] {
  return entries
    .flatMap((name) => {
      const [, epoch, first] = /^journal-(\d{1,15})-(\d{1,15})\.rlj$/.exec(name) ?? []
      return epoch === undefined || first === undefined ? [] : [{ name, epoch: Number(epoch), first: Number(first) }]
    })
    .sort((a, b) => a.first - b.first || a.epoch - b.epoch)
}
