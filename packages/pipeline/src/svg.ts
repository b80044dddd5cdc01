// Drawing pictures: what the report's own are made of.

export { horizontalAxis } from './report/svg/axes.ts'
export { element, escapeXml, textElement } from './report/svg/element.ts'
export { drawPicture, type Picture } from './report/svg/picture.ts'
export { linearScale, type Scale, ticks } from './report/svg/scale.ts'
