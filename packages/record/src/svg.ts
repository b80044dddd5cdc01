// Pictures of the record as SVG, and the drawing functions behind them and those of the report.

export { toCount } from '@riftline/base'
export { toDecimal, toHundredths, toInterval, toSigned } from './svg/numbers.ts'
export {
  drawPicture,
  element,
  escapeXml,
  horizontalAxis,
  linearScale,
  type Picture,
  type Scale,
  textElement,
  ticks,
} from './svg/picture.ts'
export { type RecordPictureOptions, recordGains, recordPicture, recordReliability } from './svg/record-pictures.ts'
export {
  type NamedChances,
  type Reliability,
  reliabilityDiagram,
  reliabilityPoints,
} from './svg/reliability-diagram.ts'
