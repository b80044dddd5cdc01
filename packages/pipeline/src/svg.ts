// Drawing functions behind the pictures of the report.

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
} from './report/svg/picture.ts'
