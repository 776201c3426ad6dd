//! What the C header declares, read from the form in which cbindgen writes it.

/// A declaration, with the lines of the comment above it.
#[derive(Clone)]
pub struct Item {
    pub name: String,
    pub doc: Vec<String>,
    pub kind: Kind,
}

#[derive(Clone)]
pub enum Kind {
    /// `#define NAME 2`
    Constant(String),
    /// Variants, with their numbers and docs.
    Enum(Vec<(String, i32, Vec<String>)>),
    Struct(Vec<Variable>),
    /// A struct that only the library looks into.
    Opaque,
    Callback(Vec<Variable>),
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

#[derive(Clone, PartialEq)]
pub struct Type {
    pub name: String,
    /// How many stars follow the name.
    pub pointers: usize,
    /// How many of it an array has.
    pub count: Option<usize>,
}

impl Type {
    /// Of the words before a name: `const struct sgmcmc_rule *`.
    fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split([' ', '*']).filter(|word| !word.is_empty()).collect();
        let [name] =
            words.iter().filter(|word| !["const", "struct", "enum"].contains(word)).collect::<Vec<_>>()[..]
        else {
            panic!("no type in {text:?}")
        };
        Self { name: (*name).to_owned(), pointers: text.matches('*').count(), count: None }
    }
}

impl Variable {
    /// `const double *theta`, or `uint64_t reserved2[2]`
    fn parse(text: &str, doc: Vec<String>) -> Self {
        let text = text.trim();
        let (text, count) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((text, count)) => (text, Some(count.parse().expect(text))),
            None => (text, None),
        };
        let start = text.rfind([' ', '*']).unwrap_or_else(|| panic!("no variable in {text:?}")) + 1;
        Self { name: text[start..].to_owned(), doc, of: Type { count, ..Type::parse(&text[..start]) } }
    }
}

fn variables(list: &str) -> Vec<Variable> {
    if list == "void" {
        return Vec::new();
    }
    list.split(',').map(|variable| Variable::parse(variable, Vec::new())).collect()
}

/// The lines of a comment so far.
#[derive(Default)]
struct Doc(Vec<String>);

impl Doc {
    /// Whether the line is one of a comment, which is kept.
    fn takes(&mut self, line: &str) -> bool {
        let comment = line.trim_start().strip_prefix("//");
        self.0.extend(comment.map(|text| text.strip_prefix(' ').unwrap_or(text).to_owned()));
        comment.is_some()
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.0)
    }
}

/// The lines up to the one that closes a brace, without it.
fn body<'t>(lines: &mut impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    lines.take_while(|line| !line.starts_with('}')).map(str::trim).collect()
}

fn variants(body: &[&str]) -> Vec<(String, i32, Vec<String>)> {
    let (mut variants, mut doc) = (Vec::new(), Doc::default());
    for line in body {
        if !doc.takes(line) {
            let (name, number) = line.trim_end_matches(',').split_once(" = ").expect(line);
            variants.push((name.to_owned(), number.parse().expect(line), doc.take()));
        }
    }
    variants
}

fn fields(body: &[&str]) -> Vec<Variable> {
    let (mut fields, mut doc) = (Vec::new(), Doc::default());
    for line in body {
        if !doc.takes(line) {
            fields.push(Variable::parse(line.strip_suffix(';').expect(line), doc.take()));
        }
    }
    fields
}

/// `RETURNED NAME(ARGUMENTS);`, or with `(*NAME)` a callback.
fn function(text: &str, doc: Vec<String>) -> Item {
    let (head, arguments) = text.rsplit_once('(').expect(text);
    let arguments = variables(arguments.strip_suffix(");").expect(text));
    if let Some((returned, name)) = head.split_once(" (*") {
        assert_eq!(returned, "typedef int32_t", "{text}");
        let name = name.strip_suffix(')').expect(text).to_owned();
        return Item { name, doc, kind: Kind::Callback(arguments) };
    }
    let declared = Variable::parse(head, Vec::new());
    Item { name: declared.name, doc, kind: Kind::Function(declared.of, arguments) }
}

/// Everything that the header declares, in its order.
pub fn parse(text: &str) -> Vec<Item> {
    let (mut items, mut doc) = (Vec::new(), Doc::default());
    // A comment beside code as one above it.
    let above = |line: &str| match line.split_once(" // ") {
        Some((code, comment)) if code.trim_start().starts_with(char::is_alphabetic) => {
            format!("// {comment}\n{code}\n")
        }
        _ => format!("{line}\n"),
    };
    let text: String = text.lines().map(above).collect();
    // The comment at the top of the file is a block, which no other comment is.
    let mut lines = text.split_once(" */\n").expect("the opening comment").1.lines();
    while let Some(line) = lines.next() {
        if doc.takes(line) {
            continue;
        }
        if let Some((name, value)) = line.strip_prefix("#define ").and_then(|rest| rest.split_once(' ')) {
            if value.parse::<u64>().is_ok() {
                let (name, value) = (name.to_owned(), value.to_owned());
                items.push(Item { name, doc: doc.take(), kind: Kind::Constant(value) });
            }
        } else if let Some(head) = line.strip_prefix("typedef ").and_then(|rest| rest.strip_suffix(" {")) {
            let (kind, name) = head.split_once(' ').expect(line);
            let body = body(&mut lines);
            let kind = match kind {
                "enum" => Kind::Enum(variants(&body)),
                "struct" => Kind::Struct(fields(&body)),
                _ => panic!("{line}"),
            };
            items.push(Item { name: name.to_owned(), doc: doc.take(), kind });
        } else if let Some(names) = line.strip_prefix("typedef struct ") {
            let name = names.strip_suffix(';').expect(line).split_once(' ').expect(line).0;
            items.push(Item { name: name.to_owned(), doc: doc.take(), kind: Kind::Opaque });
        } else if line.contains('(') && line.starts_with(char::is_alphabetic) {
            let mut text = line.to_owned();
            while !text.ends_with(");") {
                text = text + " " + lines.next().expect("the end of a declaration").trim();
            }
            items.push(function(&text, doc.take()));
        }
        doc.take();
    }
    items
}
