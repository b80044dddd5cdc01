/** A model of the repository that the page offers, with rows for it: `file` and `NAME.csv` in `exampleFolder`. */
export interface ExampleModel {
  readonly name: string
  readonly file: string
  readonly trainer: string
  readonly about: string
}

/** Folder of the files of `exampleModels`, from the first page of the site on. */
export const exampleFolder = '/example-models'

export const exampleModels: readonly ExampleModel[] = [
  {
    name: 'lightgbm',
    file: 'fraud.json',
    trainer: 'LightGBM',
    about: 'Is a payment fraud? Five named features, two classes.',
  },
  {
    name: 'xgboost',
    file: 'model.ubj',
    trainer: 'XGBoost',
    about: 'A regression with two columns of categories, as pandas named them.',
  },
  {
    name: 'catboost',
    file: 'catboost.json',
    trainer: 'CatBoost',
    about: 'Three classes with names, symmetric trees.',
  },
  {
    name: 'sklearn',
    file: 'model.onnx',
    trainer: 'scikit-learn',
    about: 'Histogram gradient boosting, converted to ONNX.',
  },
  {
    name: 'mlnet',
    file: 'fasttree.zip',
    trainer: 'ML.NET',
    about: 'FastTree with a Platt calibrator, as ML.NET saves it.',
  },
]
