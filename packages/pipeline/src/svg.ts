// Drawing pictures: what the report's own are made of.

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
