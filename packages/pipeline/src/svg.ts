// Drawing pictures: what the report's own are made of.

export { type Axis, type Frame, horizontalAxis, verticalAxis } from './report/svg/axes.ts'
export { type Attributes, element, escapeXml, textElement } from './report/svg/element.ts'
export { drawPicture, type Picture } from './report/svg/picture.ts'
export { linearScale, type Scale, ticks } from './report/svg/scale.ts'
