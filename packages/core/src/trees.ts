// Trees: models of LightGBM, XGBoost, CatBoost, ML.NET and ONNX to exact scores, without a dependency

export { parseCatboost } from './trees/catboost/parse-catboost.ts'
export { parseLightgbm } from './trees/lightgbm/parse-lightgbm.ts'
export { parseLightgbmText } from './trees/lightgbm/parse-lightgbm-text.ts'
export { parseFasttree } from './trees/mlnet/parse-fasttree.ts'
export { parseMlnetZip } from './trees/mlnet/zip/parse-mlnet-zip.ts'
export { parseOnnx } from './trees/onnx/parse-onnx.ts'
export { parseModel } from './trees/parse-model.ts'
export { parseXgboost } from './trees/xgboost/parse-xgboost.ts'
export * from './trees-base.ts'
