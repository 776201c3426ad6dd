//! What C can call and see, as data: read from the Rust of `ffi`, in the order of the headers. The headers are not read: what
//! wants to know what they declare asks here.
#![allow(missing_docs, reason = "each is called what it is in C")]

use crate::header::{SOURCES, VERSION};
use crate::path;
use crate::prose::ROOM;
use std::fmt::{self, Display};
use syn::{
    Attribute, Expr, Fields, FnArg, GenericArgument, Lit, Meta, Pat, PathArguments, ReturnType, Visibility,
};

/// A declaration, with the lines of its documentation.
#[derive(Clone)]
pub struct Item {
    pub name: String,
    pub doc: Vec<String>,
    pub kind: Kind,
}

#[derive(Clone)]
pub enum Kind {
    Constant(String),
    /// Variants, with their numbers and docs.
    Enum(Vec<(String, i32, Vec<String>)>),
    Struct(Vec<Variable>),
    /// A struct that only the library looks into.
    Opaque,
    /// Another name of a type.
    Alias(Type),
    /// A pointer to a function, with what that returns.
    Callback(Type, Vec<Variable>),
    /// With what it returns.
    Function(Type, Vec<Variable>),
}

/// A field or an argument.
#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub doc: Vec<String>,
    pub of: Type,
}

/// A type by its name in C.
#[derive(Clone, PartialEq)]
pub struct Type {
    pub name: String,
    pub is_const: bool,
    /// How many stars follow the name.
    pub pointers: usize,
    /// Whether what the last of them points to is a constant pointer.
    pub to_const: bool,
    /// How many of it an array has.
    pub count: Option<usize>,
}

impl Display for Type {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = if self.is_const { "const " } else { "" };
        let stars = if self.to_const { "*const *".to_owned() } else { "*".repeat(self.pointers) };
        write!(out, "{head}{}{}{stars}", self.name, if self.pointers > 0 { " " } else { "" })
    }
}

impl Type {
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), is_const: false, pointers: 0, to_const: false, count: None }
    }

    fn of(of: &syn::Type) -> Self {
        match of {
            syn::Type::Path(path) => {
                let name = path.path.segments.last().expect("a name").ident.to_string();
                Self::named(match name.as_str() {
                    "c_void" => "void",
                    "c_char" => "char",
                    "f32" => "float",
                    "f64" => "double",
                    "i32" => "int32_t",
                    "u32" => "uint32_t",
                    "u64" => "uint64_t",
                    "usize" => "size_t",
                    name if name.starts_with("sgmcmc_") => name,
                    name => panic!("no type of C for {name}"),
                })
            }
            syn::Type::Ptr(pointer) => {
                let to = Self::of(&pointer.elem);
                assert!(to.pointers < 2, "a pointer to pointers to pointers");
                let (is_const, to_const) = (pointer.const_token.is_some(), to.pointers == 1);
                let pointers = to.pointers + 1;
                if to_const {
                    Self { to_const: is_const, pointers, ..to }
                } else {
                    Self { is_const, pointers, ..to }
                }
            }
            syn::Type::Array(array) => Self { count: Some(number(&array.len)), ..Self::of(&array.elem) },
            _ => panic!("no type of C"),
        }
    }

    fn returned(of: &ReturnType) -> Self {
        match of {
            ReturnType::Default => Self::named("void"),
            ReturnType::Type(_, of) => Self::of(of),
        }
    }

    /// The same in doubles.
    fn twin(&self) -> Self {
        Self { name: in_doubles(&self.name), ..self.clone() }
    }
}

/// A name or a type of one precision in the other.
fn in_doubles(name: &str) -> String {
    name.replace("f32", "f64").replace("float", "double")
}

fn number<N: std::str::FromStr>(of: &Expr) -> N {
    match of {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) => number.base10_digits().parse().ok(),
        _ => None,
    }
    .expect("a number")
}

/// The lines of the documentation; none where room is left.
fn doc(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    let lines = attributes.iter().filter_map(line);
    lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).filter(|line| line != ROOM).collect()
}

fn fields(fields: &Fields) -> Vec<Variable> {
    let field = |field: &syn::Field| Variable {
        name: field.ident.as_ref().expect("a name").to_string(),
        doc: doc(&field.attrs),
        of: Type::of(&field.ty),
    };
    fields.iter().map(field).collect()
}

/// What a callback's type is an option of.
fn callback(of: &syn::Type) -> Option<Kind> {
    let syn::Type::Path(path) = of else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    let GenericArgument::Type(syn::Type::BareFn(of)) = arguments.args.first()? else { return None };
    let each = of.inputs.iter().map(|argument| Variable {
        name: argument.name.as_ref().expect("a name").0.to_string(),
        doc: Vec::new(),
        of: Type::of(&argument.ty),
    });
    Some(Kind::Callback(Type::returned(&of.output), each.collect()))
}

fn argument(argument: &FnArg) -> Variable {
    let FnArg::Typed(argument) = argument else { panic!("self") };
    let Pat::Ident(name) = &*argument.pat else { panic!("no name") };
    Variable { name: name.ident.to_string(), doc: Vec::new(), of: Type::of(&argument.ty) }
}

/// What C sees of an item of Rust.
fn item(item: &syn::Item) -> Option<Item> {
    let (name, visibility, attributes, kind) = match item {
        syn::Item::Const(it) if it.ident.to_string().starts_with("SGMCMC_") => {
            (&it.ident, &it.vis, &it.attrs, Kind::Constant(number::<u64>(&it.expr).to_string()))
        }
        syn::Item::Enum(it) => {
            let variant = |it: &syn::Variant| {
                (it.ident.to_string(), number(&it.discriminant.as_ref().expect("a number").1), doc(&it.attrs))
            };
            // Other enums have no numbers.
            if !it.ident.to_string().starts_with("sgmcmc_") {
                return None;
            }
            (&it.ident, &it.vis, &it.attrs, Kind::Enum(it.variants.iter().map(variant).collect()))
        }
        syn::Item::Struct(it) if it.ident.to_string().starts_with("sgmcmc_") => {
            let kind = match &it.fields {
                Fields::Named(_) => Kind::Struct(fields(&it.fields)),
                Fields::Unnamed(of) => Kind::Alias(Type::of(&of.unnamed.first().expect("a type").ty)),
                Fields::Unit => Kind::Opaque,
            };
            (&it.ident, &it.vis, &it.attrs, kind)
        }
        syn::Item::Type(it) => (&it.ident, &it.vis, &it.attrs, callback(&it.ty)?),
        syn::Item::Fn(it) if it.sig.abi.is_some() => {
            let arguments = it.sig.inputs.iter().map(argument).collect();
            (&it.sig.ident, &it.vis, &it.attrs, Kind::Function(Type::returned(&it.sig.output), arguments))
        }
        _ => return None,
    };
    matches!(visibility, Visibility::Public(_)).then(|| Item {
        name: name.to_string(),
        doc: doc(attributes),
        kind,
    })
}

impl Item {
    /// The same in doubles, where there is one: its documentation is that in floats.
    fn twin(&self) -> Option<Self> {
        let each = |all: &[Variable]| {
            let twin = |it: &Variable| Variable { name: it.name.clone(), doc: Vec::new(), of: it.of.twin() };
            all.iter().map(twin).collect()
        };
        let kind = match &self.kind {
            Kind::Struct(fields) => Kind::Struct(each(fields)),
            Kind::Callback(returned, all) => Kind::Callback(returned.clone(), each(all)),
            Kind::Function(returned, all) => Kind::Function(returned.twin(), each(all)),
            kind => kind.clone(),
        };
        let doc = match kind {
            Kind::Struct(_) => vec![format!("As {}, in doubles.", self.name)],
            _ => Vec::new(),
        };
        self.name.ends_with("_f32").then(|| Self { name: in_doubles(&self.name), doc, kind })
    }
}

/// Everything that the headers declare, in their order, but for functions that they define.
pub fn items(order: &[String]) -> Vec<Item> {
    let mut all = Vec::new();
    for source in SOURCES {
        let text = std::fs::read_to_string(path(source)).unwrap_or_else(|error| panic!("{source}: {error}"));
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{source}: {error}"));
        let items = file.items.iter().filter_map(item);
        all.extend(items.flat_map(|item| [item.twin(), Some(item)]).flatten());
    }
    let place = |name: &str| order.iter().position(|known| known == name);
    let undeclared: Vec<_> =
        all.iter().filter(|item| place(&item.name).is_none()).map(|it| &it.name).collect();
    assert!(
        undeclared.is_empty() && all.len() == order.len(),
        "the headers lack {undeclared:?}, or have more"
    );
    all.sort_by_key(|item| place(&item.name));
    let version = |(name, number): (&str, &str)| Item {
        name: name.into(),
        doc: Vec::new(),
        kind: Kind::Constant(number.into()),
    };
    VERSION.into_iter().map(version).chain(all).collect()
}
